"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormFields } from "@/components/ui/form-fields";
import { Input, PrefixedInput } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { GroupField } from "@/components/urls/group-field";
import { splitShortUrl } from "@/components/urls/short-link-text";
import { showOnField } from "@/components/urls/url-errors";
import { useUpdateUrl } from "@/components/urls/url-mutations";
import { statusOptions } from "@/components/urls/url-status";
import { canonicalUrl, type UpdateUrlInput, updateUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

type EditUrlFormProps = { url: ShortUrl; canDelete: boolean; onDone: () => void };

export function EditUrlForm({ url, canDelete, onDone }: EditUrlFormProps) {
  const update = useUpdateUrl(url.id);
  const form = useForm({
    resolver: zodResolver(updateUrlSchema),
    defaultValues: { originalUrl: url.originalUrl, status: url.status, groupId: url.groupId },
  });
  const { errors } = form.formState;

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
          <Field label="Short code" hint="A short code stays as it was made.">
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
          <Field label="Destination URL" required error={errors.originalUrl?.message}>
            {(control) => (
              <Input type="url" inputMode="url" autoComplete="off" {...control} {...form.register("originalUrl")} />
            )}
          </Field>
          <Controller
            control={form.control}
            name="status"
            render={({ field }) => (
              <Field label="Status" error={errors.status?.message}>
                {(control) => (
                  <Select
                    {...control}
                    value={field.value ?? url.status}
                    onValueChange={field.onChange}
                    options={statusOptions(canDelete || url.status === "deleted")}
                  />
                )}
              </Field>
            )}
          />
          <Controller
            control={form.control}
            name="groupId"
            render={({ field }) => (
              <GroupField
                value={field.value ?? null}
                current={url.groupId}
                onChange={field.onChange}
                error={errors.groupId?.message}
              />
            )}
          />
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
