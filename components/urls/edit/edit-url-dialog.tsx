import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
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
import { type ToastInput, toast } from "@/components/ui/toast/toast-store";
import { DestinationField } from "@/components/urls/destination-field";
import { GroupField } from "@/components/urls/group-field";
import { splitShortUrl } from "@/components/urls/short-link-text";
import { URL_UPDATE, URL_UPDATED, undoAction, useUndoUrl, useUpdateUrl } from "@/components/urls/url-mutations";
import { urlQuery } from "@/components/urls/url-queries";
import { statusOptions } from "@/components/urls/url-status";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import { canonicalUrl, type UpdateUrlInput, updateUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

export function EditUrlDialog({ url, ...state }: DialogState & { url: ShortUrl }) {
  return (
    <Dialog {...state} title="Edit URL">
      <EditUrlForm url={url} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

function EditUrlForm({ url, onDone }: { url: ShortUrl; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(updateUrlSchema),
    defaultValues: { originalUrl: url.originalUrl, status: url.status, groupId: url.groupId },
  });
  const { isDirty, dirtyFields } = form.formState;
  const { onConflict, ...seen } = useSeenStatus(url);
  const { seenStatus } = seen;
  useReportTyped(isDirty);
  const undo = useUndoUrl();
  const update = useUpdateUrl(url.id, {
    ...URL_UPDATE,
    onDone,
    onSuccess: (saved, input) =>
      toast({
        ...savedToast(saved.status, input.status ?? seenStatus),
        ...(canUndo(input) && { actions: [undoAction(url, input, undo)] }),
      }),
    showError: (error) => {
      showOnField(error, ["originalUrl", "status", "groupId"], form.setError);
      if (error instanceof ApiError && error.code === "conflict" && error.field === "status") onConflict();
      return false;
    },
  });
  const onSubmit = form.handleSubmit(
    (input) => update.mutate(changedInput(input, dirtyFields, seenStatus)),
    () => toast({ variant: "destructive", title: "Validation Error: Please fix the errors below" }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={update.isPending} submitLabel="Save changes">
      <EditUrlFields form={form} url={url} {...seen} />
    </DialogForm>
  );
}

/** The status that the user knows of: the current one once a change to it was refused. */
function useSeenStatus(url: ShortUrl) {
  const [isRefused, setRefused] = useState(false);
  const { data: present, isError } = useQuery({ ...urlQuery(url.id), enabled: isRefused, gcTime: 0 });
  return {
    seenStatus: (isRefused && present?.status) || url.status,
    isUnknown: isRefused && isError,
    onConflict: () => setRefused(true),
  };
}

/** Moving a link back wouldn't restore the external id that it lost with its group. */
function canUndo({ originalUrl, status, groupId }: UpdateUrlInput): boolean {
  return groupId === undefined && (originalUrl !== undefined || status !== undefined);
}

function statusNews(status: UrlStatus): string {
  return `This link has been ${status === "active" ? "activated" : status} in the meantime.`;
}

/** @param expected the status that the user chose, or saw and left alone */
export function savedToast(saved: UrlStatus, expected: UrlStatus): ToastInput {
  const title = URL_UPDATED;
  return saved === expected ? { title } : { title, description: statusNews(saved) };
}

/**
 * What was changed in the form, with the destination as it will be stored.
 *
 * @param seenStatus the only status that another one replaces
 */
export function changedInput(
  input: UpdateUrlInput,
  changed: Partial<Record<keyof UpdateUrlInput, boolean>>,
  seenStatus: UrlStatus,
): UpdateUrlInput {
  const { originalUrl, ...others } = pickChanged(input, { ...changed, status: input.status !== seenStatus });
  return {
    ...others,
    ...(others.status && { ifStatus: seenStatus }),
    ...(originalUrl && { originalUrl: canonicalUrl(originalUrl) }),
  };
}

type EditUrlFieldsProps = {
  form: UseFormReturn<UpdateUrlInput, unknown, UpdateUrlInput>;
  url: ShortUrl;
  seenStatus: UrlStatus;
  /** Whether the status has been changed, and could not be loaded. */
  isUnknown: boolean;
};

function EditUrlFields({ form, url, seenStatus, isUnknown }: EditUrlFieldsProps) {
  const canDelete = useUrlPermissions().canDelete(url);
  const { errors } = form.formState;
  const { field: status } = useController({ control: form.control, name: "status" });
  const { field: group } = useController({ control: form.control, name: "groupId" });
  const unknown = isUnknown
    ? "The status was changed in the meantime. Close and reopen this dialog to see it."
    : undefined;
  const replacesOther = seenStatus !== url.status && seenStatus !== status.value;
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
        error={
          replacesOther
            ? `${statusNews(seenStatus)} Save again to replace its status.`
            : (unknown ?? errors.status?.message)
        }
        value={status.value ?? url.status}
        onValueChange={status.onChange}
        options={statusOptions(canDelete || url.status === "deleted" || seenStatus === "deleted")}
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
