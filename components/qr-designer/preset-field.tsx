import { type DesignDraft, isSameDesign, PRESETS, toDraft } from "@/components/qr-designer/design-draft";
import { DesignSection } from "@/components/qr-designer/design-section";
import { ShapeSketch } from "@/components/qr-designer/shape-sketch";

type PresetFieldProps = { draft: DesignDraft; onChange: (draft: DesignDraft) => void };

/** Designs to start from; each keeps the logo. */
export function PresetField({ draft, onChange }: PresetFieldProps) {
  return (
    <DesignSection title="Start from">
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {PRESETS.map(({ name, design }) => {
          const { foreground, background } = design;
          const color = foreground.kind === "solid" ? foreground.color : foreground.from;
          const preset = toDraft({ ...design, logo: draft.logo });
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isSameDesign(preset, draft)}
              onClick={() => onChange(preset)}
              className="flex items-center gap-2 rounded-md border border-line p-1.5 font-medium text-muted text-sm transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:text-ink"
            >
              <span
                className="rounded-sm border border-line p-1"
                style={{ color: `#${color}`, backgroundColor: `#${background ?? "ffffff"}` }}
              >
                <ShapeSketch modules={design.modules} finders={design.finders} />
              </span>
              {name}
            </button>
          );
        })}
      </div>
    </DesignSection>
  );
}
