"use client";

import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NumberInput, toNumber } from "@/components/ui/number-input";
import { Textarea } from "@/components/ui/textarea";
import { type CreateGroupInput, type createGroupSchema, USER_LIMIT_MAX, USER_LIMIT_MIN } from "@/lib/groups/schema";

export type GroupValues = z.input<typeof createGroupSchema>;

/** The inputs that the server may complain of. */
export const GROUP_FIELDS = ["name", "description", "userLimit"] as const;

type GroupFieldsProps = { form: UseFormReturn<GroupValues, unknown, CreateGroupInput> };

export function GroupFields({ form }: GroupFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input autoComplete="off" {...control} {...form.register("name")} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <Textarea rows={3} {...control} {...form.register("description")} />}
      </Field>
      <Field label="User limit" hint="Most members the group may have." error={errors.userLimit?.message}>
        {(control) => (
          <NumberInput
            min={USER_LIMIT_MIN}
            max={USER_LIMIT_MAX}
            {...control}
            {...form.register("userLimit", { setValueAs: toNumber })}
          />
        )}
      </Field>
    </>
  );
}
