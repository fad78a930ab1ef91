"use client";

import { TriangleAlert } from "lucide-react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NumberInput } from "@/components/ui/number-input";
import { isMarginNarrow, pickerColour, type QrDraft, type QrProblems } from "@/components/urls/qr-look";
import {
  QR_MAX_MARGIN_MODULES,
  QR_MAX_SIZE_PIXELS,
  QR_MIN_SIZE_PIXELS,
  QR_STANDARD_MARGIN_MODULES,
} from "@/lib/qr/schema";

type QrLookFieldsProps = { draft: QrDraft; problems: QrProblems; onChange: (draft: QrDraft) => void };

export function QrLookFields({ draft, problems, onChange }: QrLookFieldsProps) {
  const bind = (name: keyof QrDraft) => ({
    value: draft[name],
    error: problems[name],
    onValue: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className="grid grid-cols-2 content-start items-start gap-x-3 gap-y-4 sm:grid-cols-1">
      <NumberField label="PNG size in pixels" min={QR_MIN_SIZE_PIXELS} max={QR_MAX_SIZE_PIXELS} {...bind("size")} />
      <NumberField label="Margin in modules" min={0} max={QR_MAX_MARGIN_MODULES} {...bind("margin")} />
      <div role="status" className="col-span-full empty:hidden">
        {!problems.margin && isMarginNarrow(draft) && (
          <p className="-mt-2 flex items-start gap-1.5 text-ink text-sm">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
            Scanners may not find a code with a margin under {QR_STANDARD_MARGIN_MODULES}.
          </p>
        )}
      </div>
      <ColourField label="Foreground" {...bind("foreground")} />
      <ColourField label="Background" {...bind("background")} />
    </div>
  );
}

type BoundProps = { label: string; value: string; error: string | undefined; onValue: (value: string) => void };

function NumberField({ label, value, error, onValue, ...range }: BoundProps & { min: number; max: number }) {
  return (
    <Field label={label} {...(error && { error })}>
      {(control) => (
        <NumberInput {...control} {...range} value={value} onChange={(event) => onValue(event.target.value)} />
      )}
    </Field>
  );
}

/** Picked or typed. */
function ColourField({ label, value, error, onValue }: BoundProps) {
  return (
    <Field label={label} {...(error && { error })}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick the ${label.toLowerCase()}`}
            value={pickerColour(value)}
            onChange={(event) => onValue(event.target.value)}
            className="h-9 pointer-coarse:h-10 w-11 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
          />
          <Input
            {...control}
            value={value}
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onValue(event.target.value)}
            className="font-mono sm:text-sm"
          />
        </div>
      )}
    </Field>
  );
}
