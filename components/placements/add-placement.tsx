"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useAddPlacement } from "@/components/placements/placement-queries";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormFields } from "@/components/ui/form-fields";
import { Input } from "@/components/ui/input";
import { addPlacementSchema } from "@/lib/qr/placement-schema";

export function AddPlacement({ urlId }: { urlId: string }) {
  const add = useAddPlacement(urlId);
  const form = useForm({ resolver: zodResolver(addPlacementSchema), defaultValues: { name: "" } });
  const error = form.formState.errors.name?.message;
  const onSubmit = form.handleSubmit((input) =>
    add.mutate(input, {
      onSuccess: () => form.reset(),
      onError: (failure) => {
        if (!showOnField(failure, ["name"], form.setError)) toastError(failure, "Failed to add the placement");
      },
    }),
  );
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormFields pending={add.isPending} className="grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <Field label="Placement name" {...(error && { error })}>
          {(control) => (
            <Input
              {...control}
              {...form.register("name", { setValueAs: toName })}
              placeholder="poster-hall-3"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono sm:text-sm"
            />
          )}
        </Field>
        <Button type="submit" loading={add.isPending} className="mt-[26px]">
          Add
        </Button>
      </FormFields>
    </form>
  );
}

/** Names have lower-case letters, digits and hyphens only. */
function toName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, "-");
}
