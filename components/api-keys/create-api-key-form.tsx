import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { groupApiKeysQuery } from "@/components/api-keys/api-key-queries";
import { ScopesField } from "@/components/api-keys/scopes-field";
import { call } from "@/components/data/api";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { TextField } from "@/components/ui/form/text-field";
import { toast } from "@/components/ui/toast/toast-store";
import {
  type CreateApiKeyFields,
  type CreateApiKeyInput,
  createApiKeySchema,
  LATEST_EXPIRY,
  RATE_LIMIT_DEFAULT,
  SCOPES_DEFAULT,
} from "@/lib/api-keys/schema";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

type CreateApiKeyFormProps = {
  groupId: string;
  onCreated: (created: CreatedApiKey) => void;
};

export function CreateApiKeyForm({ groupId, onCreated }: CreateApiKeyFormProps) {
  const form = useForm<CreateApiKeyFields, unknown, CreateApiKeyInput>({
    resolver: zodResolver(createApiKeySchema),
    defaultValues: { name: "", scopes: [...SCOPES_DEFAULT], rateLimit: String(RATE_LIMIT_DEFAULT), expiresAt: null },
  });
  const { errors, isDirty } = form.formState;
  useReportTyped(isDirty);
  const create = useChange(
    (input: CreateApiKeyInput) => call<CreatedApiKey>("POST", paths.api.groupApiKeys(groupId), input),
    [groupApiKeysQuery(groupId).queryKey],
    {
      isSecret: true,
      onDone: onCreated,
      onSuccess: ({ name }, _, isShown) => {
        if (isShown) return;
        const description = `${name} was created after the form was closed, so its key wasn't shown. Revoke it and create a new one.`;
        toast({ title: "API Key Created", description });
      },
      showError: (error) => showOnField(error, ["name", "scopes", "rateLimit", "expiresAt"], form.setError),
      onError: (error) => toastError(error, "Failed to create API key"),
    },
  );
  const onSubmit = form.handleSubmit((input) => create.mutate(input));

  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Create">
      <TextField
        label="Key Name"
        required
        placeholder="Newsletter server"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <ScopesField control={form.control} />
      <TextField
        label="Rate Limit"
        hint="Requests per hour."
        inputMode="numeric"
        error={errors.rateLimit?.message}
        {...form.register("rateLimit")}
      />
      <Field label="Expires" optional hint="At the end of this day." error={errors.expiresAt?.message}>
        {(control) => (
          // With a maximum, browsers accept only years of four digits.
          <Input
            type="date"
            max={LATEST_EXPIRY.slice(0, 10)}
            {...control}
            {...form.register("expiresAt", { setValueAs: toEndOfDay })}
          />
        )}
      </Field>
    </DialogForm>
  );
}

/**
 * The last millisecond of a day in the local time zone, as an ISO date; null if no day is set. The last day of the year
 * 9999 ends early in time zones where it is already over in UTC.
 */
export function toEndOfDay(day: unknown): string | null {
  if (typeof day !== "string" || day === "") return null;
  const end = Date.parse(`${day.split("T", 1)[0]}T23:59:59.999`);
  return Number.isNaN(end) ? day : new Date(Math.min(end, Date.parse(LATEST_EXPIRY))).toISOString();
}
