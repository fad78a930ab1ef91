import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useController, useForm } from "react-hook-form";
import { call } from "@/components/data/api";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { sharesQuery } from "@/components/shares/share-queries";
import { rangeLabel } from "@/components/stats/stats-text";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { SelectField } from "@/components/ui/form/select-field";
import { SwitchField } from "@/components/ui/form/switch-field";
import { TextField } from "@/components/ui/form/text-field";
import { toast } from "@/components/ui/toast/toast-store";
import { paths } from "@/lib/paths";
import {
  type CreateShareFields,
  type CreateShareInput,
  createShareSchema,
  SHARE_DAYS_DEFAULT,
  SHARE_PASSWORD_MIN_LENGTH,
} from "@/lib/shares/schema";
import { type CreatedStatShare, SHARE_RANGES } from "@/lib/shares/types";

const RANGE_OPTIONS = SHARE_RANGES.map((value) => ({ value, label: rangeLabel(value) }));
/** The value for no expiry. */
const NEVER = "never";
const EXPIRY_OPTIONS = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: NEVER, label: "Never" },
];

const FIELDS = ["name", "maxRange", "expiresInDays", "password", "showsDestination"] as const;

type CreateShareFormProps = {
  urlId: string;
  onCreated: (share: CreatedStatShare) => void;
};

export function CreateShareForm({ urlId, onCreated }: CreateShareFormProps) {
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
  const { errors, isDirty } = form.formState;
  useReportTyped(isDirty);
  const { field: destination } = useController({ control: form.control, name: "showsDestination" });
  const create = useChange(
    (input: CreateShareInput) => call<CreatedStatShare>("POST", paths.api.urlShares(urlId), input),
    [sharesQuery(urlId).queryKey],
    {
      isSecret: true,
      onDone: onCreated,
      onSuccess: (_share, _input, isShown) => {
        if (isShown) return;
        const description =
          "The page was shared after the form was closed, so its URL wasn't shown. Revoke it and share a new one.";
        toast({ title: "Statistics Shared", description });
      },
      showError: (error) => showOnField(error, FIELDS, form.setError),
      onError: (error) => toastError(error, "Failed to share the statistics"),
    },
  );
  const onSubmit = form.handleSubmit((input) => create.mutate(input));

  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Share">
      <TextField
        label="Name"
        optional
        hint="Who or what it's for. Viewers don't see it."
        placeholder="Board meeting"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <LimitFields form={form} />
      <TextField
        label="Password"
        optional
        hint={`At least ${SHARE_PASSWORD_MIN_LENGTH} characters. Send it separately from the URL.`}
        type="text"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.password?.message}
        {...form.register("password", { setValueAs: (text: string | null) => text || null })}
      />
      <SwitchField
        label="Show the destination"
        hint="Otherwise only the short URL is shown."
        checked={destination.value ?? false}
        onCheckedChange={destination.onChange}
      />
    </DialogForm>
  );
}

type LimitFieldsProps = { form: UseFormReturn<CreateShareFields, unknown, CreateShareInput> };

/** Fields for how much the page shows, and for how long. */
function LimitFields({ form: { control, formState } }: LimitFieldsProps) {
  const { field: maxRange } = useController({ control, name: "maxRange" });
  const { field: expiry } = useController({ control, name: "expiresInDays" });
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
      <SelectField
        label="Maximum period"
        error={errors.maxRange?.message}
        value={maxRange.value ?? ""}
        onValueChange={maxRange.onChange}
        options={RANGE_OPTIONS}
      />
      <SelectField
        label="Expires after"
        error={errors.expiresInDays?.message}
        value={expiry.value === null ? NEVER : String(expiry.value)}
        onValueChange={(value) => expiry.onChange(value === NEVER ? null : Number(value))}
        options={EXPIRY_OPTIONS}
      />
    </div>
  );
}
