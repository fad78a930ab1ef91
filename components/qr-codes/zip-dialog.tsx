"use client";

import { type FormEvent, useState } from "react";
import { toastError } from "@/components/data/toast-error";
import { useCreateQrFile } from "@/components/qr-codes/file-queries";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SwitchField } from "@/components/ui/switch-field";
import { toast } from "@/components/ui/toast-store";
import { plural } from "@/lib/format";
import { QR_DESIGN_FORMATS, type QrDesignFormat } from "@/lib/qr/design";

const FORMAT_OPTIONS = QR_DESIGN_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));

type ZipDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Parameters of GET /api/urls: whose codes. */
  filter: Record<string, string>;
};

/** Asks for a ZIP file of the codes that match the filters; FilePanel follows it. */
export function ZipDialog({ open, onOpenChange, filter }: ZipDialogProps) {
  const which = Object.keys(filter).some((name) => name !== "sort") ? "All codes that match the filters" : "All codes";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Download as ZIP"
      description={`${which}, with a list of them as a CSV file.`}
      fit
    >
      <ZipForm filter={filter} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ZipForm({ filter, onDone }: Pick<ZipDialogProps, "filter"> & { onDone: () => void }) {
  const [format, setFormat] = useState<QrDesignFormat>("png");
  const [withPlacements, setWithPlacements] = useState(false);
  const create = useCreateQrFile();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { filter, format, withPlacements },
      {
        onSuccess: ({ total }) => {
          toast({ title: `Preparing ${plural(total, "QR code")}`, description: "The file is listed above the codes." });
          onDone();
        },
        onError: (error) => toastError(error, "Failed to prepare the file"),
      },
    );
  };
  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Prepare File" onCancel={onDone}>
      <Field label="Format">
        {(control) => (
          <Select
            {...control}
            value={format}
            onValueChange={(value) => setFormat(QR_DESIGN_FORMATS.find((one) => one === value) ?? "png")}
            options={FORMAT_OPTIONS}
          />
        )}
      </Field>
      <SwitchField
        label="Include placements"
        hint="Each placement gets a code of its own."
        checked={withPlacements}
        onCheckedChange={setWithPlacements}
      />
    </DialogForm>
  );
}
