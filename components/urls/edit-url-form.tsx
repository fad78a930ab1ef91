"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { FormFields } from "@/components/ui/form-fields";
import { toast } from "@/components/ui/toast-store";
import { EditUrlFields } from "@/components/urls/edit-url-fields";
import { showOnField } from "@/components/urls/url-errors";
import { useUpdateUrl } from "@/components/urls/url-mutations";
import { canonicalUrl, type UpdateUrlInput, updateUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

type EditUrlFormProps = { url: ShortUrl; canDelete: boolean; onDone: () => void };

export function EditUrlForm({ url, canDelete, onDone }: EditUrlFormProps) {
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
          if (showOnField(error, ["originalUrl", "status", "groupId"], form.setError)) return;
          toastError(error, "Failed to update URL");
        },
      }),
    () => toast({ variant: "destructive", title: "Validation Error: Please fix the errors below" }),
  );

  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <FormFields pending={update.isPending}>
          <EditUrlFields form={form} url={url} canDelete={canDelete} />
        </FormFields>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={update.isPending}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  );
}

function toPayload(input: UpdateUrlInput): UpdateUrlInput {
  return { ...input, originalUrl: input.originalUrl && canonicalUrl(input.originalUrl) };
}
