"use client";

import { PAPERS, type SheetDraft, type SheetProblems } from "@/components/qr-codes/sheet-draft";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { NumberInput } from "@/components/ui/number-input";
import { Select } from "@/components/ui/select";
import { SwitchField } from "@/components/ui/switch-field";
import {
  formatMm,
  LABEL_SHEET_NAMES,
  LABEL_SHEETS,
  LABEL_TEXTS,
  type LabelSheetName,
  PAGE_SIZES,
} from "@/lib/qr/label-layout";
import { GRID_LIMITS, type GridField } from "@/lib/qr/sheet-schema";

function sheetLabel(name: LabelSheetName): string {
  const { labelWidth, labelHeight, pageWidth } = LABEL_SHEETS[name];
  const paper = pageWidth === PAGE_SIZES.a4.pageWidth ? "A4" : "Letter";
  return `Avery ${name} (${paper}, ${formatMm(labelWidth)} × ${formatMm(labelHeight)} mm)`;
}

const LABEL_OPTIONS = [
  ...LABEL_SHEET_NAMES.map((value) => ({ value, label: sheetLabel(value) })),
  { value: "grid", label: "Custom grid" },
];
const PAPER_LABELS = { a4: "A4, 210 × 297 mm", letter: "Letter, 215.9 × 279.4 mm", other: "Other" } as const;
const PAPER_OPTIONS = PAPERS.map((value) => ({ value, label: PAPER_LABELS[value] }));
const TEXT_LABELS = { title: "Short URL and destination", url: "Short URL", none: "None" } as const;
const TEXT_OPTIONS = LABEL_TEXTS.map((value) => ({ value, label: TEXT_LABELS[value] }));

const PAGE_FIELDS: readonly GridField[] = ["pageWidth", "pageHeight"];
const NUMBER_FIELDS: readonly GridField[] = [
  "columns",
  "rows",
  "marginTop",
  "marginBottom",
  "marginLeft",
  "marginRight",
  "gapX",
  "gapY",
];

type SheetFieldsProps = {
  draft: SheetDraft;
  problems: SheetProblems;
  onChange: (draft: SheetDraft) => void;
};

export function SheetFields({ draft, problems, onChange }: SheetFieldsProps) {
  const labels = [...LABEL_SHEET_NAMES, "grid" as const];
  return (
    <div className="grid min-w-0 gap-4">
      <Field label="Labels">
        {(control) => (
          <Select
            {...control}
            value={draft.labels}
            onValueChange={(value) =>
              onChange({ ...draft, labels: labels.find((one) => one === value) ?? draft.labels, start: "1" })
            }
            options={LABEL_OPTIONS}
          />
        )}
      </Field>
      {draft.labels === "grid" && <GridFields draft={draft} problems={problems} onChange={onChange} />}
      <Field
        label="First label"
        hint="For a partly used sheet. Count row by row."
        {...(problems.start && { error: problems.start })}
      >
        {(control) => (
          <NumberInput
            {...control}
            min={1}
            value={draft.start}
            onChange={({ target }) => onChange({ ...draft, start: target.value })}
          />
        )}
      </Field>
      <Field label="Text">
        {(control) => (
          <Select
            {...control}
            value={draft.text}
            onValueChange={(value) =>
              onChange({ ...draft, text: LABEL_TEXTS.find((one) => one === value) ?? draft.text })
            }
            options={TEXT_OPTIONS}
          />
        )}
      </Field>
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
  const fields = draft.paper === "other" ? [...PAGE_FIELDS, ...NUMBER_FIELDS] : NUMBER_FIELDS;
  return (
    <>
      <Field label="Paper">
        {(control) => (
          <Select
            {...control}
            value={draft.paper}
            onValueChange={(value) => onChange({ ...draft, paper: PAPERS.find((one) => one === value) ?? draft.paper })}
            options={PAPER_OPTIONS}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
        {fields.map((field) => (
          <Field
            key={field}
            label={GRID_LIMITS[field].label}
            {...(field !== "columns" && field !== "rows" && { aside: "mm" })}
            {...(problems[field] && { error: problems[field] })}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                value={draft.grid[field]}
                onChange={({ target }) => onChange({ ...draft, grid: { ...draft.grid, [field]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
      {problems.grid && <Notice title="These labels can't be printed">{problems.grid}</Notice>}
    </>
  );
}
