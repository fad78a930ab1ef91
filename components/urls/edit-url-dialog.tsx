"use client";

import { Dialog } from "@/components/ui/dialog";
import { EditUrlForm } from "@/components/urls/edit-url-form";
import type { ShortUrl } from "@/lib/urls/types";

type EditUrlDialogProps = {
  url: ShortUrl;
  canDelete: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function EditUrlDialog({ url, canDelete, open, onOpenChange }: EditUrlDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit URL">
      <EditUrlForm url={url} canDelete={canDelete} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
