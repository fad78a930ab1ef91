import type { DesignFieldsProps } from "@/components/qr-designer/colour-fields";
import { DesignSection } from "@/components/qr-designer/design-section";
import { SegmentedControl } from "@/components/ui/form/segmented-control";
import { TextField } from "@/components/ui/form/text-field";
import { QR_MAX_FRAME_CHARACTERS } from "@/lib/qr/design";

const POSITIONS = [
  { value: "none", label: "None" },
  { value: "bottom", label: "Below" },
  { value: "top", label: "Above" },
] as const;

const DEFAULT_TEXT = "Scan me";

/** Fields for a frame with a line of text. */
export function FrameFields({ draft, problems, onChange }: DesignFieldsProps) {
  const { frame } = draft;
  return (
    <DesignSection title="Frame">
      <SegmentedControl
        label="Text"
        value={frame?.position ?? "none"}
        onChange={(position) =>
          onChange({
            ...draft,
            frame: position === "none" ? null : { text: frame?.text ?? DEFAULT_TEXT, position },
          })
        }
        options={POSITIONS}
      />
      {frame && (
        <TextField
          label="Frame text"
          error={problems["frame.text"]}
          value={frame.text}
          maxLength={2 * QR_MAX_FRAME_CHARACTERS}
          onChange={(event) => onChange({ ...draft, frame: { ...frame, text: event.target.value } })}
        />
      )}
    </DesignSection>
  );
}
