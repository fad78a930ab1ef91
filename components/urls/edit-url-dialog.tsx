"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { showOnField } from "@/components/data/show-on-field";
import { toastFailure } from "@/components/data/toast-error";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toast-store";
import type { DialogState } from "@/components/ui/use-return-focus";
import { EditUrlFields } from "@/components/urls/edit-url-fields";
import { useUpdateUrl } from "@/components/urls/url-mutations";
import { canonicalUrl, type UpdateUrlInput, updateUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

type EditUrlDialogProps = DialogState & { url: ShortUrl; canDelete: boolean };

export function EditUrlDialog({ url, canDelete, ...state }: EditUrlDialogProps) {
  return (
    <Dialog {...state} title="Edit URL">
      <EditUrlForm url={url} canDelete={canDelete} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

type EditUrlFormProps = { url: ShortUrl; canDelete: boolean; onDone: () => void };

function EditUrlForm({ url, canDelete, onDone }: EditUrlFormProps) {
  const update = useUpdateUrl(url.id);
  const form = useForm({
    resolver: zodResolver(updateUrlSchema),
    defaultValues: { originalUrl: url.originalUrl, status: url.status, groupId: url.groupId },
  });

  const onSubmit = form.handleSubmit(
    (input) =>
      update.mutate(toPayload(input), {
        onSuccess: () => {
          onDone();
          toast({ title: "URL updated successfully" });
        },
        onError: (error) => {
          showOnField(error, ["originalUrl", "status", "groupId"], form.setError);
          toastFailure(error, "Failed to update URL");
        },
      }),
    () => toast({ variant: "destructive", title: "Validation Error: Please fix the errors below" }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={update.isPending} submitLabel="Save changes" onCancel={onDone}>
      <EditUrlFields form={form} url={url} canDelete={canDelete} />
    </DialogForm>
  );
}

function toPayload(input: UpdateUrlInput): UpdateUrlInput {
  return { ...input, originalUrl: input.originalUrl && canonicalUrl(input.originalUrl) };
}
