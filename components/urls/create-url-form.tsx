"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { isUnauthorized } from "@/components/data/api";
import { showOnField } from "@/components/data/show-on-field";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toast-store";
import { copyShortUrl } from "@/components/urls/copy";
import { CreateUrlFields, type CreateUrlValues } from "@/components/urls/create-url-fields";
import { withoutScheme } from "@/components/urls/short-link-text";
import { createErrorText } from "@/components/urls/url-errors";
import { useCreateUrl } from "@/components/urls/url-mutations";
import { type CreateUrlInput, canonicalUrl, createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

const DEFAULTS: CreateUrlValues = {
  originalUrl: "",
  shortCode: "",
  groupId: null,
  generateQR: true,
};

type CreateUrlFormProps = { urlLimit: number; onDone: () => void };

export function CreateUrlForm({ urlLimit, onDone }: CreateUrlFormProps) {
  const create = useCreateUrl();
  const form = useForm({ resolver: zodResolver(createUrlSchema), defaultValues: DEFAULTS });

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
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Create" onCancel={onDone}>
      <CreateUrlFields form={form} />
    </DialogForm>
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
