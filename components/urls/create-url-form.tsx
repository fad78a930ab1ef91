"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import { isUnauthorized } from "@/components/data/api";
import { useAppConfig } from "@/components/data/app-config";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormFields } from "@/components/ui/form-fields";
import { Input, PrefixedInput } from "@/components/ui/input";
import { SwitchField } from "@/components/ui/switch-field";
import { toast } from "@/components/ui/toast-store";
import { copyShortUrl } from "@/components/urls/copy-short-url";
import { GroupField } from "@/components/urls/group-field";
import { withoutScheme } from "@/components/urls/short-link-text";
import { createErrorText, showOnField } from "@/components/urls/url-errors";
import { useCreateUrl } from "@/components/urls/url-mutations";
import { type CreateUrlInput, canonicalUrl, createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

const DEFAULTS: z.input<typeof createUrlSchema> = {
  originalUrl: "",
  shortCode: "",
  groupId: null,
  generateQR: true,
};

type CreateUrlFormProps = { urlLimit: number; onDone: () => void };

export function CreateUrlForm({ urlLimit, onDone }: CreateUrlFormProps) {
  const { baseUrl } = useAppConfig();
  const create = useCreateUrl();
  const form = useForm({ resolver: zodResolver(createUrlSchema), defaultValues: DEFAULTS });
  const { errors } = form.formState;

  const onSubmit = form.handleSubmit((input) =>
    create.mutate(toPayload(input), {
      onSuccess: (created) => {
        onDone();
        announce(created);
      },
      onError: (error) => {
        if (showOnField(error, ["originalUrl", "shortCode", "groupId"], form.setError)) return;
        if (isUnauthorized(error)) return;
        toast({ variant: "destructive", title: "Error", description: createErrorText(error, urlLimit) });
      },
    }),
  );

  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <FormFields pending={create.isPending}>
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
          <Field
            label="Short code"
            optional
            hint="Leave empty to get a generated one."
            error={errors.shortCode?.message}
          >
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
                hint="To print, or to show on a screen."
                checked={field.value ?? true}
                onCheckedChange={field.onChange}
              />
            )}
          />
        </FormFields>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </DialogFooter>
    </form>
  );
}

function toPayload(input: CreateUrlInput): CreateUrlInput {
  return {
    ...input,
    originalUrl: canonicalUrl(input.originalUrl),
    shortCode: input.shortCode || undefined,
    groupId: input.groupId ?? null,
  };
}

function announce(created: ShortUrl) {
  toast({
    title: "Short URL created successfully",
    description: withoutScheme(created.shortUrl),
    action: { label: "Copy link", onClick: () => void copyShortUrl(created.shortUrl) },
  });
}
