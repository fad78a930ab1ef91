import { type UseFormReturn, useController } from "react-hook-form";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { NumberInput, rejectText, toNumber } from "@/components/ui/form/number-input";
import { SelectField } from "@/components/ui/form/select-field";
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
        <Field label="First name" required error={errors.firstName?.message}>
          {(control) => <Input autoComplete="off" {...control} {...form.register("firstName")} />}
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          {(control) => <Input autoComplete="off" {...control} {...form.register("lastName")} />}
        </Field>
      </div>
      <Field label="Email" required={!emailLocked} error={errors.email?.message} hint={emailLocked && EMAIL_LOCKED}>
        {(control) => (
          <Input
            type="email"
            readOnly={emailLocked}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register("email")}
          />
        )}
      </Field>
      {withRole && <RoleField form={form} />}
      <Field label="URL limit" hint="Maximum active links." error={errors.urlLimit?.message}>
        {(control) => (
          <NumberInput
            min={URL_LIMIT_MIN}
            max={URL_LIMIT_MAX}
            {...control}
            {...rejectText(form.register("urlLimit", { setValueAs: toNumber }))}
          />
        )}
      </Field>
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
