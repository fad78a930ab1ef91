import { type UseFormReturn, useController } from "react-hook-form";
import { NumberField, rejectText, toNumber } from "@/components/ui/form/number-field";
import { SelectField } from "@/components/ui/form/select-field";
import { TextField } from "@/components/ui/form/text-field";
import { ROLE_OPTIONS } from "@/components/users/user-labels";
import {
  type CreateUserInput,
  type createUserSchema,
  DEFAULT_ROLE,
  EMAIL_LOCKED,
  URL_LIMIT_MAX,
  URL_LIMIT_MIN,
} from "@/lib/users/schema";
import type * as z from "@/lib/zod";

export type UserValues = z.input<typeof createUserSchema>;

/** The inputs that server errors may refer to. */
export const USER_FIELDS = ["email", "firstName", "lastName", "role", "urlLimit", "groupIds"] as const;

type UserFieldsProps = {
  form: UseFormReturn<UserValues, unknown, CreateUserInput>;
  withRole: boolean;
  /** Makes the email read-only. */
  emailLocked: boolean;
};

export function UserFields({ form, withRole, emailLocked }: UserFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <TextField label="First name" required error={errors.firstName?.message} {...form.register("firstName")} />
        <TextField label="Last name" required error={errors.lastName?.message} {...form.register("lastName")} />
      </div>
      <TextField
        label="Email"
        type="email"
        required={!emailLocked}
        readOnly={emailLocked}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        hint={emailLocked && EMAIL_LOCKED}
        {...form.register("email")}
      />
      {withRole && <RoleField form={form} />}
      <NumberField
        label="URL limit"
        hint="Maximum active links."
        min={URL_LIMIT_MIN}
        max={URL_LIMIT_MAX}
        error={errors.urlLimit?.message}
        {...rejectText(form.register("urlLimit", { setValueAs: toNumber }))}
      />
    </>
  );
}

function RoleField({ form }: Pick<UserFieldsProps, "form">) {
  const { field, fieldState } = useController({ control: form.control, name: "role" });
  return (
    <SelectField
      label="Role"
      error={fieldState.error?.message}
      value={field.value ?? DEFAULT_ROLE}
      onValueChange={field.onChange}
      options={ROLE_OPTIONS}
    />
  );
}
