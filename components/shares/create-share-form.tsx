"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { call } from "@/components/data/api";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useRefetch } from "@/components/data/use-change";
import { EXPIRY_OPTIONS, MAX_RANGE_OPTIONS, NEVER } from "@/components/shares/share-labels";
import { sharesQuery } from "@/components/shares/share-queries";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SwitchField } from "@/components/ui/switch-field";
import { paths } from "@/lib/paths";
import {
  type CreateShareFields,
  type CreateShareInput,
  createShareSchema,
  SHARE_DAYS_DEFAULT,
  SHARE_NAME_MAX_LENGTH,
  SHARE_PASSWORD_MAX_LENGTH,
  SHARE_PASSWORD_MIN_LENGTH,
} from "@/lib/shares/schema";
import type { CreatedStatShare } from "@/lib/shares/types";

type CreateShareFormProps = {
  urlId: string;
  onCreated: (share: CreatedStatShare) => void;
  onCancel: () => void;
};

export function CreateShareForm({ urlId, onCreated, onCancel }: CreateShareFormProps) {
  const refetch = useRefetch([sharesQuery(urlId).queryKey]);
  const create = useMutation({
    mutationFn: (input: CreateShareInput) => call<CreatedStatShare>("POST", paths.api.urlShares(urlId), input),
    onSuccess: () => void refetch(),
    // The response holds the address; drop it with the dialog.
    gcTime: 0,
  });
  const form = useForm<CreateShareFields, unknown, CreateShareInput>({
    resolver: zodResolver(createShareSchema),
    defaultValues: {
      name: "",
      maxRange: "30d",
      expiresInDays: SHARE_DAYS_DEFAULT,
      password: null,
      showsDestination: false,
    },
  });
  const { errors } = form.formState;

  const onSubmit = form.handleSubmit((input) =>
    create.mutate(input, {
      onSuccess: onCreated,
      onError: (error) => {
        const fields = ["name", "maxRange", "expiresInDays", "password", "showsDestination"] as const;
        if (!showOnField(error, fields, form.setError)) toastError(error, "Failed to share the statistics");
      },
    }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Share" onCancel={onCancel}>
      <Field label="Name" optional hint="Who or what it's for. Viewers don't see it." error={errors.name?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            maxLength={SHARE_NAME_MAX_LENGTH}
            placeholder="Board meeting"
            {...control}
            {...form.register("name")}
          />
        )}
      </Field>
      <LimitFields form={form} />
      <Field
        label="Password"
        optional
        hint={`At least ${SHARE_PASSWORD_MIN_LENGTH} characters. Send it separately from the address.`}
        error={errors.password?.message}
      >
        {(control) => (
          <Input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={SHARE_PASSWORD_MAX_LENGTH}
            {...control}
            {...form.register("password", { setValueAs: (text: string | null) => text || null })}
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="showsDestination"
        render={({ field }) => (
          <SwitchField
            label="Show the destination"
            hint="Otherwise only the short URL is shown."
            checked={field.value ?? false}
            onCheckedChange={field.onChange}
          />
        )}
      />
    </DialogForm>
  );
}

type LimitFieldsProps = { form: UseFormReturn<CreateShareFields, unknown, CreateShareInput> };

/** How much the page shows, and for how long. */
function LimitFields({ form }: LimitFieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
      <Controller
        control={form.control}
        name="maxRange"
        render={({ field }) => (
          <Field label="Shows at most" error={errors.maxRange?.message}>
            {(control) => (
              <Select
                {...control}
                value={field.value ?? ""}
                onValueChange={field.onChange}
                options={MAX_RANGE_OPTIONS}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="expiresInDays"
        render={({ field }) => (
          <Field label="Expires after" error={errors.expiresInDays?.message}>
            {(control) => (
              <Select
                {...control}
                value={field.value === null ? NEVER : String(field.value)}
                onValueChange={(value) => field.onChange(value === NEVER ? null : Number(value))}
                options={EXPIRY_OPTIONS}
              />
            )}
          </Field>
        )}
      />
    </div>
  );
}
