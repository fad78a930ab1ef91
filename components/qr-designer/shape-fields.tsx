import type { DesignFieldsProps } from "@/components/qr-designer/colour-fields";
import { DesignSection } from "@/components/qr-designer/design-section";
import { PictureChoice } from "@/components/qr-designer/picture-choice";
import { ShapeSketch } from "@/components/qr-designer/shape-sketch";
import { QR_FINDER_SHAPES, QR_MODULE_SHAPES, type QrDesign } from "@/lib/qr/design";

const MODULE_LABELS: Record<QrDesign["modules"], string> = {
  square: "Squares",
  dots: "Dots",
  rounded: "Rounded",
  connected: "Connected",
};

const FINDER_LABELS: Record<QrDesign["finders"], string> = { square: "Square", rounded: "Rounded", circle: "Circle" };

export function ShapeFields({ draft, onChange }: Omit<DesignFieldsProps, "problems">) {
  const { modules, finders } = draft;
  return (
    <DesignSection title="Shapes">
      <PictureChoice
        label="Modules"
        value={modules}
        onChange={(value) => onChange({ ...draft, modules: value })}
        options={QR_MODULE_SHAPES.map((value) => ({
          value,
          label: MODULE_LABELS[value],
          picture: <ShapeSketch modules={value} finders={finders} />,
        }))}
      />
      <PictureChoice
        label="Corners"
        value={finders}
        onChange={(value) => onChange({ ...draft, finders: value })}
        options={QR_FINDER_SHAPES.map((value) => ({
          value,
          label: FINDER_LABELS[value],
          picture: <ShapeSketch modules={modules} finders={value} />,
        }))}
      />
    </DesignSection>
  );
}
