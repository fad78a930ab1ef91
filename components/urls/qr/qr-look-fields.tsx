import { NumberField } from "@/components/ui/form/number-field";
import { TextField } from "@/components/ui/form/text-field";
import { ColourField } from "@/components/urls/qr/colour-field";
import {
  findPrintWarning,
  isMarginNarrow,
  MAX_PRINT_MM,
  MIN_PRINT_MM,
  PLAIN_LOOK,
  printWidthOf,
  type QrDraft,
  type QrProblems,
  replacesDesign,
  withLook,
} from "@/components/urls/qr/qr-look";
import { QrWarning } from "@/components/urls/qr/qr-warning";
import type { QrDesign } from "@/lib/qr/design";
import {
  QR_MAX_MARGIN_MODULES,
  QR_MAX_SIZE_PIXELS,
  QR_MIN_SIZE_PIXELS,
  QR_STANDARD_MARGIN_MODULES,
} from "@/lib/qr/schema";

type QrLookFieldsProps = {
  draft: QrDraft;
  problems: QrProblems;
  onChange: (draft: QrDraft) => void;
  /** The design that the code has unless a margin or colours are typed; none for a plain code. */
  design: QrDesign | undefined;
  /** Whether the design can't be replaced, so that only its size can be chosen. */
  isLocked: boolean;
  /** Width of the code in modules; 0 if it isn't known. */
  modules: number;
};

export function QrLookFields({ draft, problems, onChange, design, isLocked, modules }: QrLookFieldsProps) {
  return (
    <div className="grid grid-cols-2 content-start items-start gap-x-3 gap-y-4 sm:grid-cols-1">
      <NumberField
        label="PNG size in pixels"
        min={QR_MIN_SIZE_PIXELS}
        max={QR_MAX_SIZE_PIXELS}
        value={draft.size}
        error={problems.size}
        onChange={({ target }) => onChange({ ...draft, size: target.value })}
      />
      <TextField
        label="Print width in mm"
        hint="Downloads use this width instead, at 300 dpi or more."
        inputMode="decimal"
        placeholder={`${MIN_PRINT_MM} to ${MAX_PRINT_MM}`}
        value={draft.mm}
        error={problems.mm}
        onChange={({ target }) => onChange({ ...draft, mm: target.value })}
      />
      <QrWarning text={problems.mm ? null : findPrintWarning(printWidthOf(draft), modules)} />
      {!isLocked && <PlainFields draft={draft} problems={problems} onChange={onChange} design={design} />}
    </div>
  );
}

type PlainFieldsProps = Pick<QrLookFieldsProps, "draft" | "problems" | "onChange" | "design">;

/** Fields for a look that replaces a design. They are empty while the code has one. */
function PlainFields({ draft, problems, onChange, design }: PlainFieldsProps) {
  const kept = replacesDesign(draft) ? undefined : design;
  const bind = (name: keyof typeof PLAIN_LOOK) => ({
    value: draft[name] ?? (kept ? "" : PLAIN_LOOK[name]),
    placeholder: kept && "From design",
    error: problems[name],
    onValue: (value: string) => onChange(withLook(draft, { name, value, hasDesign: design !== undefined })),
  });
  const { onValue: onMargin, ...margin } = bind("margin");
  return (
    <>
      <NumberField
        label="Margin in modules"
        min={0}
        max={QR_MAX_MARGIN_MODULES}
        {...margin}
        onChange={({ target }) => onMargin(target.value)}
      />
      <QrWarning
        text={
          !problems.margin && isMarginNarrow(draft)
            ? `Scanners may not find a code with a margin under ${QR_STANDARD_MARGIN_MODULES}.`
            : null
        }
      />
      <ColourField label="Foreground" {...bind("foreground")} shown={kept && foregroundOf(kept)} />
      <ColourField label="Background" {...bind("background")} shown={kept?.background ?? PLAIN_LOOK.background} />
    </>
  );
}

/** A gradient's first colour. */
function foregroundOf({ foreground }: QrDesign): string {
  return foreground.kind === "solid" ? foreground.color : foreground.from;
}
