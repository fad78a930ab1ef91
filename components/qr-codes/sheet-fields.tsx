import { PAPERS, type SheetDraft, type SheetProblems } from "@/components/qr-codes/sheet-draft";
import { NumberField } from "@/components/ui/form/number-field";
import { SelectField } from "@/components/ui/form/select-field";
import { SwitchField } from "@/components/ui/form/switch-field";
import { TextField } from "@/components/ui/form/text-field";
import { Notice } from "@/components/ui/notice";
import {
  formatMm,
  LABEL_SHEET_NAMES,
  LABEL_SHEETS,
  LABEL_TEXTS,
  type LabelSheetName,
  PAGE_SIZES,
} from "@/lib/qr/files/label-layout";
import { GRID_FIELDS, GRID_LIMITS } from "@/lib/qr/files/sheet-schema";

function sheetLabel(name: LabelSheetName): string {
  const { labelWidth, labelHeight, pageWidth } = LABEL_SHEETS[name];
  const paper = pageWidth === PAGE_SIZES.a4.pageWidth ? "A4" : "Letter";
  return `Avery ${name} (${paper}, ${formatMm(labelWidth)} × ${formatMm(labelHeight)} mm)`;
}

const LABEL_OPTIONS = [
  ...LABEL_SHEET_NAMES.map((value) => ({ value, label: sheetLabel(value) })),
  { value: "grid" as const, label: "Custom grid" },
];
const PAPER_LABELS = { a4: "A4, 210 × 297 mm", letter: "Letter, 215.9 × 279.4 mm", other: "Other" } as const;
const PAPER_OPTIONS = PAPERS.map((value) => ({ value, label: PAPER_LABELS[value] }));
const TEXT_LABELS = { title: "Short URL and destination", url: "Short URL", none: "None" } as const;
const TEXT_OPTIONS = LABEL_TEXTS.map((value) => ({ value, label: TEXT_LABELS[value] }));

type SheetFieldsProps = {
  draft: SheetDraft;
  problems: SheetProblems;
  onChange: (draft: SheetDraft) => void;
};

export function SheetFields({ draft, problems, onChange }: SheetFieldsProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <SelectField
        label="Labels"
        value={draft.labels}
        onValueChange={(value) => onChange({ ...draft, labels: value, start: "1" })}
        options={LABEL_OPTIONS}
      />
      {draft.labels === "grid" && <GridFields draft={draft} problems={problems} onChange={onChange} />}
      <NumberField
        label="First label"
        hint="For a partly used sheet. Count row by row."
        error={problems.start}
        min={1}
        value={draft.start}
        onChange={({ target }) => onChange({ ...draft, start: target.value })}
      />
      <SelectField
        label="Text"
        value={draft.text}
        onValueChange={(text) => onChange({ ...draft, text })}
        options={TEXT_OPTIONS}
      />
      <SwitchField
        label="Cut marks"
        hint="Short lines in the margins of the page."
        checked={draft.cutMarks}
        onCheckedChange={(cutMarks) => onChange({ ...draft, cutMarks })}
      />
      <SwitchField
        label="Include placements"
        hint="Each placement gets its own label."
        checked={draft.withPlacements}
        onCheckedChange={(withPlacements) => onChange({ ...draft, withPlacements })}
      />
    </div>
  );
}

function GridFields({ draft, problems, onChange }: SheetFieldsProps) {
  const fields = GRID_FIELDS.filter((field) => draft.paper === "other" || !(field in PAGE_SIZES.a4));
  return (
    <>
      <SelectField
        label="Paper"
        value={draft.paper}
        onValueChange={(paper) => onChange({ ...draft, paper })}
        options={PAPER_OPTIONS}
      />
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
        {fields.map((field) => (
          <TextField
            key={field}
            label={GRID_LIMITS[field].label}
            aside={field !== "columns" && field !== "rows" && "mm"}
            error={problems[field]}
            inputMode="decimal"
            value={draft.grid[field]}
            onChange={({ target }) => onChange({ ...draft, grid: { ...draft.grid, [field]: target.value } })}
          />
        ))}
      </div>
      {problems.grid && <Notice title="These labels can't be printed">{problems.grid}</Notice>}
    </>
  );
}
