import type { Dispatch, SetStateAction } from "react";
import {
  type DesignDraft,
  type DesignProblems,
  type ForegroundKind,
  withInverted,
  withKind,
} from "@/components/qr-designer/design-draft";
import { DesignSection } from "@/components/qr-designer/design-section";
import { RangeField } from "@/components/qr-designer/range-field";
import { SegmentedControl } from "@/components/ui/form/segmented-control";
import { SwitchField } from "@/components/ui/form/switch-field";
import { ColourField } from "@/components/urls/qr/colour-field";

export type DesignFieldsProps = {
  draft: DesignDraft;
  problems: DesignProblems;
  onChange: Dispatch<SetStateAction<DesignDraft>>;
};

const KINDS = [
  { value: "solid", label: "One colour" },
  { value: "linear", label: "Linear gradient" },
  { value: "radial", label: "Radial gradient" },
] as const satisfies readonly { value: ForegroundKind; label: string }[];

const DEFAULT_BACKGROUND = "#ffffff";

export function ColourFields({ draft, problems, onChange }: DesignFieldsProps) {
  const { foreground, background, inverted } = draft;
  const ground = inverted ? "#000000" : DEFAULT_BACKGROUND;
  return (
    <DesignSection title="Colours">
      <SegmentedControl
        label="Foreground type"
        value={foreground.kind}
        onChange={(kind) => onChange({ ...draft, foreground: withKind(foreground, kind) })}
        options={KINDS}
      />
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Foreground draft={draft} problems={problems} onChange={onChange} />
        {background !== null && (
          <ColourField
            label="Background"
            value={background}
            error={problems.background}
            onValue={(color) => onChange({ ...draft, background: color })}
          />
        )}
      </div>
      {foreground.kind === "linear" && (
        <RangeField
          label="Angle"
          min={0}
          max={359}
          unit="°"
          value={foreground.angle}
          onValue={(angle) => onChange({ ...draft, foreground: { ...foreground, angle } })}
        />
      )}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <SwitchField
          label="Transparent background"
          checked={background === null}
          onCheckedChange={(isTransparent) => onChange({ ...draft, background: isTransparent ? null : ground })}
        />
        <SwitchField
          label="Light on dark"
          checked={inverted}
          onCheckedChange={(isInverted) => onChange(withInverted(draft, isInverted))}
        />
      </div>
    </DesignSection>
  );
}

function Foreground({ draft, problems, onChange }: DesignFieldsProps) {
  const { foreground } = draft;
  if (foreground.kind === "solid") {
    return (
      <ColourField
        label="Foreground"
        value={foreground.color}
        error={problems["foreground.color"] ?? problems.foreground}
        onValue={(color) => onChange({ ...draft, foreground: { ...foreground, color } })}
      />
    );
  }
  return (
    <>
      <ColourField
        label={foreground.kind === "radial" ? "Centre colour" : "Start colour"}
        value={foreground.from}
        error={problems["foreground.from"] ?? problems.foreground}
        onValue={(from) => onChange({ ...draft, foreground: { ...foreground, from } })}
      />
      <ColourField
        label={foreground.kind === "radial" ? "Edge colour" : "End colour"}
        value={foreground.to}
        error={problems["foreground.to"]}
        onValue={(to) => onChange({ ...draft, foreground: { ...foreground, to } })}
      />
    </>
  );
}
