import { useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { useAppConfig } from "@/components/data/app-config";
import { Button } from "@/components/ui/button/button";
import { Field } from "@/components/ui/form/field";
import { PrefixedInput } from "@/components/ui/form/input";
import { SwitchField } from "@/components/ui/form/switch-field";
import { findPastedUrls, MANY_MAX } from "@/components/urls/create/many-urls";
import { DestinationField } from "@/components/urls/destination-field";
import { GroupField } from "@/components/urls/group-field";
import { withoutScheme } from "@/components/urls/short-link-text";
import { formatCount } from "@/lib/format";
import type { CreateUrlInput, createUrlSchema } from "@/lib/urls/schema";
import type * as z from "@/lib/zod";

export type CreateUrlValues = z.input<typeof createUrlSchema>;

type CreateUrlFieldsProps = {
  form: UseFormReturn<CreateUrlValues, unknown, CreateUrlInput>;
  /** Called to create a link for each pasted line instead. */
  onMany: (lines: string[]) => void;
};

export function CreateUrlFields({ form, onMany }: CreateUrlFieldsProps) {
  const { baseUrl } = useAppConfig();
  const { errors } = form.formState;
  const { field: group } = useController({ control: form.control, name: "groupId" });
  const { field: qr } = useController({ control: form.control, name: "generateQR" });
  return (
    <>
      <NewDestination form={form} onMany={onMany} />
      <Field label="Short code" optional hint="Leave blank to generate one." error={errors.shortCode?.message}>
        {(control) => (
          <PrefixedInput
            prefix={`${withoutScheme(baseUrl)}/`}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            placeholder="summer-sale"
            {...control}
            {...form.register("shortCode")}
          />
        )}
      </Field>
      <GroupField value={group.value ?? null} onChange={group.onChange} error={errors.groupId?.message} />
      <SwitchField
        label="Generate QR code"
        hint="For print or screens."
        checked={qr.value ?? true}
        onCheckedChange={qr.onChange}
      />
    </>
  );
}

/** If several URLs are pasted, it takes the first one and offers to create a link for each. */
function NewDestination({ form, onMany }: CreateUrlFieldsProps) {
  const [pasted, setPasted] = useState<string[] | null>(null);
  const value = useWatch({ control: form.control, name: "originalUrl" });
  const use = (url: string) => {
    form.setValue("originalUrl", url, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.setFocus("originalUrl");
  };
  return (
    <div className="grid gap-2">
      <DestinationField
        registration={form.register("originalUrl")}
        value={value}
        error={form.formState.errors.originalUrl?.message}
        placeholder="https://example.com/a/long/address"
        onUse={use}
        onPaste={(event) => {
          const lines = findPastedUrls(event.clipboardData.getData("text"));
          setPasted(lines);
          if (!lines) return;
          event.preventDefault();
          use(lines[0] ?? "");
        }}
      />
      <div role="status" className="empty:hidden">
        {pasted?.[0] === value && <PastedLines lines={pasted} onMany={onMany} />}
      </div>
    </div>
  );
}

function PastedLines({ lines, onMany }: { lines: string[]; onMany: (lines: string[]) => void }) {
  const count = formatCount(lines.length);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-2 text-sm">
      {lines.length > MANY_MAX ? (
        `You pasted ${count} lines. Only the first is used, as at most ${MANY_MAX} short URLs can be created at a time.`
      ) : (
        <>
          <span>{`You pasted ${count} lines. Only the first is used.`}</span>
          <Button variant="secondary" onClick={() => onMany(lines)}>
            {`Create ${count} short URLs`}
          </Button>
        </>
      )}
    </div>
  );
}
