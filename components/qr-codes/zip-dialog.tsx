import { type FormEvent, useState } from "react";
import { useCreateQrFile } from "@/components/qr-codes/file-queries";
import type { FileTarget } from "@/components/qr-codes/file-target";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import { readSaved, save } from "@/components/ui/browser-storage";
import { Dialog } from "@/components/ui/dialog/dialog";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { SelectField } from "@/components/ui/form/select-field";
import { SwitchField } from "@/components/ui/form/switch-field";
import { formatCount } from "@/lib/format";
import { QR_DESIGN_FORMATS, type QrDesignFormat, type QrSize } from "@/lib/qr/design";

/** Storage key of the last choice in this browser. */
const SAVED = "hop.qr-zip";
const FORMAT_OPTIONS = QR_DESIGN_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));

const IN_PIXELS: readonly QrSize[] = [512, 1024, 2048].map((px) => ({ px }));
const IN_MM: readonly QrSize[] = [20, 30, 50, 100].map((mm) => ({ mm }));
/** Sizes per format, the default first. An SVG fills its container. */
const SIZES: Record<QrDesignFormat, readonly QrSize[]> = {
  png: [...IN_PIXELS, ...IN_MM],
  webp: [...IN_PIXELS, ...IN_MM],
  pdf: [{ mm: 50 }, { mm: 20 }, { mm: 30 }, { mm: 100 }],
  svg: [],
};

function sizeLabel(size: QrSize, format: QrDesignFormat): string {
  if ("px" in size) return `${formatCount(size.px)} pixels`;
  return format === "pdf" ? `${size.mm} mm` : `${size.mm} mm, at least 300 dpi`;
}

type ZipDialogProps = DialogState & { target: FileTarget };

/** Requests a ZIP file of codes. */
export function ZipDialog({ target, ...state }: ZipDialogProps) {
  return (
    <Dialog {...state} title="Download as ZIP" description={`${target.text}, with a list of them as a CSV file.`} fit>
      <ZipForm target={target} onClose={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

type ZipFormProps = Pick<ZipDialogProps, "target"> & { onClose: () => void };

function ZipForm({ target, onClose }: ZipFormProps) {
  const [format, setFormat] = useState<QrDesignFormat>(() => toFormat(readSaved(SAVED)));
  const [sizeIndex, setSizeIndex] = useState("0");
  const [withPlacements, setWithPlacements] = useState(false);
  const create = useCreateQrFile("Failed to prepare the file", onClose);
  const sizes = SIZES[format];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save(SAVED, format);
    create.mutate({ ...target.scope, format, size: sizes[Number(sizeIndex)], withPlacements });
  };
  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Prepare File">
      <SelectField
        label="Format"
        value={format}
        onValueChange={(value) => {
          setFormat(value);
          setSizeIndex("0");
        }}
        options={FORMAT_OPTIONS}
      />
      {sizes.length > 0 && (
        <SelectField
          label="Width"
          value={sizeIndex}
          onValueChange={setSizeIndex}
          options={sizes.map((size, index) => ({ value: String(index), label: sizeLabel(size, format) }))}
        />
      )}
      <SwitchField
        label="Include placements"
        hint="Each placement gets its own code."
        checked={withPlacements}
        onCheckedChange={setWithPlacements}
      />
    </DialogForm>
  );
}

function toFormat(value: string | null): QrDesignFormat {
  return QR_DESIGN_FORMATS.find((one) => one === value) ?? "png";
}
