"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { useAppConfig } from "@/components/data/app-config";
import { Field } from "@/components/ui/field";
import { Input, PrefixedInput } from "@/components/ui/input";
import { SwitchField } from "@/components/ui/switch-field";
import { GroupField } from "@/components/urls/group-field";
import { withoutScheme } from "@/components/urls/short-link-text";
import type { CreateUrlInput, createUrlSchema } from "@/lib/urls/schema";

export type CreateUrlValues = z.input<typeof createUrlSchema>;

type CreateUrlFieldsProps = { form: UseFormReturn<CreateUrlValues, unknown, CreateUrlInput> };

export function CreateUrlFields({ form }: CreateUrlFieldsProps) {
  const { baseUrl } = useAppConfig();
  const { errors } = form.formState;
  return (
    <>
      <Field label="Destination URL" required error={errors.originalUrl?.message}>
        {(control) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.com/a/long/address"
            {...control}
            {...form.register("originalUrl")}
          />
        )}
      </Field>
      <Field label="Short code" optional hint="Leave blank to generate one." error={errors.shortCode?.message}>
        {(control) => (
          <PrefixedInput
            prefix={`${withoutScheme(baseUrl)}/`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="summer-sale"
            {...control}
            {...form.register("shortCode")}
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="groupId"
        render={({ field }) => (
          <GroupField value={field.value ?? null} onChange={field.onChange} error={errors.groupId?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="generateQR"
        render={({ field }) => (
          <SwitchField
            label="Generate QR code"
            hint="For print or screens."
            checked={field.value ?? true}
            onCheckedChange={field.onChange}
          />
        )}
      />
    </>
  );
}
