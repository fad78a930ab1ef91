import type { DesignFieldsProps } from "@/components/qr-designer/colour-fields";
import { DesignSection } from "@/components/qr-designer/design-section";
import { RangeField } from "@/components/qr-designer/range-field";
import { SelectField } from "@/components/ui/form/select-field";
import { levelInForce } from "@/lib/qr/design";
import { QR_LEVELS, QR_MAX_MARGIN_MODULES, QR_STANDARD_MARGIN_MODULES } from "@/lib/qr/schema";

/** Share of damage that each level recovers (ISO/IEC 18004). */
const RECOVERED = { L: "7%", M: "15%", Q: "25%", H: "30%" } as const;
const LEVELS = QR_LEVELS.map((value) => ({ value, label: `${value} (recovers ${RECOVERED[value]} damage)` }));

/** Fields that matter once the code is printed. */
export function PrintFields({ draft, onChange }: Omit<DesignFieldsProps, "problems">) {
  const { margin } = draft;
  const inForce = levelInForce(draft);
  const raised = inForce !== draft.level ? `Raised to ${inForce} for the logo.` : undefined;
  const isNarrow = margin < QR_STANDARD_MARGIN_MODULES;
  return (
    <DesignSection title="Print">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <RangeField
          label="Margin"
          min={0}
          max={QR_MAX_MARGIN_MODULES}
          unit={margin === 1 ? " module" : " modules"}
          value={margin}
          hint={
            isNarrow ? `Scanners may not find a code with a margin under ${QR_STANDARD_MARGIN_MODULES}.` : undefined
          }
          onValue={(value) => onChange({ ...draft, margin: value })}
        />
        <SelectField
          label="Error correction"
          hint={raised}
          value={draft.level}
          onValueChange={(level) => onChange({ ...draft, level })}
          options={LEVELS}
        />
      </div>
    </DesignSection>
  );
}
