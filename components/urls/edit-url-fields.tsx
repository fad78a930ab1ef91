"use client";

import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { PrefixedInput } from "@/components/ui/input";
import { SelectField } from "@/components/ui/select-field";
import { DestinationField } from "@/components/urls/destination-field";
import { GroupField } from "@/components/urls/group-field";
import { splitShortUrl } from "@/components/urls/short-link-text";
import { statusOptions } from "@/components/urls/url-status";
import type { UpdateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

type EditUrlFieldsProps = {
  form: UseFormReturn<UpdateUrlInput, unknown, UpdateUrlInput>;
  url: ShortUrl;
  canDelete: boolean;
};

export function EditUrlFields({ form, url, canDelete }: EditUrlFieldsProps) {
  const { errors } = form.formState;
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
      <Controller
        control={form.control}
        name="status"
        render={({ field }) => (
          <SelectField
            label="Status"
            error={errors.status?.message}
            value={field.value ?? url.status}
            onValueChange={field.onChange}
            options={statusOptions(canDelete || url.status === "deleted")}
          />
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
    </>
  );
}
