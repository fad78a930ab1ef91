import { type FormEvent, useState } from "react";
import { useCreateQrFile } from "@/components/qr-codes/file-queries";
import type { FileTarget } from "@/components/qr-codes/file-target";
import { parseDraft, readSheet, type SheetDraft } from "@/components/qr-codes/sheet-draft";
import { SheetFields } from "@/components/qr-codes/sheet-fields";
import { SheetPreview } from "@/components/qr-codes/sheet-preview";
import { readSaved, save } from "@/components/ui/browser-storage";
import { Dialog } from "@/components/ui/dialog/dialog";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import type { Sheet } from "@/lib/qr/files/sheet-schema";

/** Storage key of the last choice in this browser. */
const SAVED = "hop.label-sheet";

type SheetDialogProps = DialogState & { target: FileTarget };

/** Requests a PDF with codes on label sheets. */
export function SheetDialog({ target, ...state }: SheetDialogProps) {
  return (
    <Dialog
      {...state}
      title="Label Sheet"
      description={`${target.text}, as a PDF to print at 100%.`}
      className="sm:max-h-[min(94dvh,52rem)] sm:max-w-3xl"
    >
      <SheetForm target={target} onClose={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

type SheetFormProps = Pick<SheetDialogProps, "target"> & { onClose: () => void };

function SheetForm({ target: { scope, codes, count }, onClose }: SheetFormProps) {
  const [draft, setDraft] = useState<SheetDraft>(() => parseDraft(readSaved(SAVED)));
  const [initial] = useState(draft);
  useReportTyped(JSON.stringify(draft) !== JSON.stringify(initial));
  // The preview keeps showing the last valid layout.
  const [shown, setShown] = useState<Sheet | null>(() => readSheet(draft).sheet);
  const create = useCreateQrFile("Failed to prepare the label sheet", onClose);
  const { sheet, problems } = readSheet(draft);
  const onChange = (changed: SheetDraft) => {
    setDraft(changed);
    setShown((before) => readSheet(changed).sheet ?? before);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!sheet) return;
    save(SAVED, JSON.stringify(draft));
    create.mutate({ ...scope, sheet, withPlacements: draft.withPlacements });
  };
  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Prepare PDF">
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <SheetFields draft={draft} problems={problems} onChange={onChange} />
        <div className="sm:sticky sm:top-0">
          {shown && <SheetPreview sheet={shown} codes={codes} count={draft.withPlacements ? null : count} />}
        </div>
      </div>
    </DialogForm>
  );
}
