import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type UseFormReturn, useController, useForm, useWatch } from "react-hook-form";
import { ApiError } from "@/components/data/api";
import { pickChanged } from "@/components/data/pick-changed";
import { showOnField } from "@/components/data/show-on-field";
import { Dialog } from "@/components/ui/dialog/dialog";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { Field } from "@/components/ui/form/field";
import { PrefixedInput } from "@/components/ui/form/input";
import { SelectField } from "@/components/ui/form/select-field";
import { toast } from "@/components/ui/toast/toast-store";
import { DestinationField } from "@/components/urls/destination-field";
import { GroupField } from "@/components/urls/group-field";
import { splitShortUrl } from "@/components/urls/short-link-text";
import { URL_UPDATE, useUpdateUrl } from "@/components/urls/url-mutations";
import { statusOptions } from "@/components/urls/url-status";
import { canonicalUrl, type UpdateUrlInput, updateUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

type EditUrlDialogContent = { url: ShortUrl; canDelete: boolean };
type EditUrlDialogProps = DialogState & EditUrlDialogContent;

export function EditUrlDialog({ url, canDelete, ...state }: EditUrlDialogProps) {
  return (
    <Dialog {...state} title="Edit URL">
      <EditUrlForm url={url} canDelete={canDelete} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

type EditUrlFormProps = EditUrlDialogContent & { onDone: () => void };

function EditUrlForm({ url, canDelete, onDone }: EditUrlFormProps) {
  const form = useForm({
    resolver: zodResolver(updateUrlSchema),
    defaultValues: { originalUrl: url.originalUrl, status: url.status, groupId: url.groupId },
  });
  const { isDirty, dirtyFields } = form.formState;
  const [ifStatus, setIfStatus] = useState<UrlStatus | undefined>(url.status);
  useReportTyped(isDirty);
  const update = useUpdateUrl(url.id, {
    ...URL_UPDATE,
    onDone,
    showError: (error) => {
      showOnField(error, ["originalUrl", "status", "groupId"], form.setError);
      if (error instanceof ApiError && error.code === "conflict" && error.field === "status") {
        setIfStatus(undefined);
        form.setError("status", { message: `${error.serverMessage}. Save again to replace it.` });
      }
      return false;
    },
  });
  const onSubmit = form.handleSubmit(
    (input) => update.mutate(changedInput(input, dirtyFields, ifStatus)),
    () => toast({ variant: "destructive", title: "Validation Error: Please fix the errors below" }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={update.isPending} submitLabel="Save changes">
      <EditUrlFields form={form} url={url} canDelete={canDelete} />
    </DialogForm>
  );
}

/**
 * What was changed in the form, with the destination as it will be stored.
 *
 * @param ifStatus the only status that another one replaces; undefined sends the status in any case
 */
export function changedInput(
  input: UpdateUrlInput,
  changed: Partial<Record<keyof UpdateUrlInput, boolean>>,
  ifStatus: UrlStatus | undefined,
): UpdateUrlInput {
  const { originalUrl, ...others } = pickChanged(input, ifStatus ? changed : { ...changed, status: true });
  return {
    ...others,
    ...(others.status && { ifStatus }),
    ...(originalUrl && { originalUrl: canonicalUrl(originalUrl) }),
  };
}

type EditUrlFieldsProps = {
  form: UseFormReturn<UpdateUrlInput, unknown, UpdateUrlInput>;
  url: ShortUrl;
  canDelete: boolean;
};

function EditUrlFields({ form, url, canDelete }: EditUrlFieldsProps) {
  const { errors } = form.formState;
  const { field: status } = useController({ control: form.control, name: "status" });
  const { field: group } = useController({ control: form.control, name: "groupId" });
  return (
    <>
      <Field label="Short code" hint="Short codes can't be changed.">
        {(control) => (
          <PrefixedInput
            readOnly
            tabIndex={-1}
            prefix={splitShortUrl(url.shortUrl).prefix}
            value={url.shortCode}
            className="text-muted"
            {...control}
          />
        )}
      </Field>
      <DestinationField
        registration={form.register("originalUrl")}
        value={useWatch({ control: form.control, name: "originalUrl" }) ?? ""}
        error={errors.originalUrl?.message}
        onUse={(suggestion) => {
          form.setValue("originalUrl", suggestion, { shouldValidate: true, shouldDirty: true });
          form.setFocus("originalUrl");
        }}
      />
      <SelectField
        label="Status"
        error={errors.status?.message}
        value={status.value ?? url.status}
        onValueChange={status.onChange}
        options={statusOptions(canDelete || url.status === "deleted")}
      />
      <GroupField
        value={group.value ?? null}
        current={url.groupId}
        onChange={group.onChange}
        error={errors.groupId?.message}
      />
    </>
  );
}
