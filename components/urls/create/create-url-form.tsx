import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { call, isUnauthorized } from "@/components/data/api";
import { showOnField } from "@/components/data/show-on-field";
import { useChange } from "@/components/data/use-change";
import { openOverlay } from "@/components/shell/overlays";
import { Button } from "@/components/ui/button/button";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { InlineSwitch } from "@/components/ui/form/switch-field";
import { toast } from "@/components/ui/toast/toast-store";
import { copyShortUrl } from "@/components/urls/copy";
import { announceCreated } from "@/components/urls/create/announce-created";
import type { ManyStart } from "@/components/urls/create/create-many-form";
import { CreateUrlFields, type CreateUrlValues } from "@/components/urls/create/create-url-fields";
import { rememberLastGroup, useLastGroup } from "@/components/urls/create/last-group";
import { withoutScheme } from "@/components/urls/short-link-text";
import { createErrorText } from "@/components/urls/url-errors";
import { AFTER_URL_CHANGE } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import { type CreateUrlInput, canonicalUrl, createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

const DEFAULTS: CreateUrlValues = {
  originalUrl: "",
  shortCode: "",
  groupId: null,
  generateQR: true,
};

type CreateUrlFormProps = {
  urlLimit: number;
  /** Initial short code. */
  shortCode: string | undefined;
  /** Called to create a link for each pasted line instead. */
  onMany: (start: ManyStart) => void;
  onDone: () => void;
};

export function CreateUrlForm({ urlLimit, shortCode = "", onMany, onDone }: CreateUrlFormProps) {
  const [isAnother, setAnother] = useState(false);
  const form = useForm({ resolver: zodResolver(createUrlSchema), defaultValues: { ...DEFAULTS, shortCode } });
  const { control, getValues, reset, resetField, setError, setFocus } = form;
  useLastGroup((groupId) => resetField("groupId", { defaultValue: groupId }));

  const isTyped = useWatch({ control, name: ["originalUrl", "shortCode"] }).some(
    (text, index) => text?.trim() && !(index === 1 && text === shortCode),
  );
  useReportTyped(isTyped);
  const create = useChange((input: CreateUrlInput) => call<ShortUrl>("POST", paths.api.urls, input), AFTER_URL_CHANGE, {
    onDone: (created) => {
      if (isAnother) reset(valuesLike(created));
      else onDone();
    },
    onSuccess: (created) => {
      rememberLastGroup(created.groupId);
      announceCreated(created);
    },
    showError: (error) => showOnField(error, ["originalUrl", "shortCode", "groupId"], setError),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ variant: "destructive", title: "Error", description: createErrorText(error, urlLimit) });
    },
  });
  // Not in onDone, while the inputs are still disabled.
  const onCreated = useEffectEvent(() => isAnother && setFocus("originalUrl"));
  useEffect(() => {
    if (create.isSuccess) onCreated();
  }, [create.isSuccess]);

  const onSubmit = form.handleSubmit((input) => create.mutate(toPayload(input)));

  return (
    <DialogForm
      onSubmit={onSubmit}
      pending={create.isPending}
      submitLabel="Create"
      aside={<InlineSwitch label="Create another" checked={isAnother} onCheckedChange={setAnother} />}
    >
      {isAnother && create.data && <CreatedNote url={create.data} />}
      <CreateUrlFields
        form={form}
        onMany={(lines) => {
          const { groupId = null, generateQR = true } = getValues();
          onMany({ lines, groupId, generateQR });
        }}
      />
    </DialogForm>
  );
}

/** The values for another link that differs only in its address and code. */
export function valuesLike({ groupId, qrCodeUrl }: Pick<ShortUrl, "groupId" | "qrCodeUrl">): CreateUrlValues {
  return { ...DEFAULTS, groupId, generateQR: qrCodeUrl !== null };
}

function toPayload(input: CreateUrlInput): CreateUrlInput {
  return {
    ...input,
    originalUrl: canonicalUrl(input.originalUrl),
    shortCode: input.shortCode || undefined,
    groupId: input.groupId ?? null,
  };
}

/** The link just created, in a dialog that stays open: keyboards and screen readers don't reach the toast behind it. */
function CreatedNote({ url }: { url: ShortUrl }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2 text-sm">
      <span translate="no" className="min-w-0 flex-1 break-all font-mono">
        {withoutScheme(url.shortUrl)}
      </span>
      <Button variant="secondary" size="sm" onClick={() => void copyShortUrl(url.shortUrl)}>
        Copy link
      </Button>
      {url.qrCodeUrl && (
        <Button variant="secondary" size="sm" onClick={() => openOverlay({ kind: "qr", url })}>
          QR code
        </Button>
      )}
    </div>
  );
}
