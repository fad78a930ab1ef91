"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ConfirmIdentity, needsRecentSignIn } from "@/components/auth/confirm-identity";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toast-store";
import { USER_FIELDS, UserFields, type UserValues } from "@/components/users/user-fields";
import { useCreateUser } from "@/components/users/user-mutations";
import { createUserSchema, DEFAULT_ROLE, DEFAULT_URL_LIMIT } from "@/lib/users/schema";

const DEFAULTS: UserValues = {
  firstName: "",
  lastName: "",
  email: "",
  role: DEFAULT_ROLE,
  urlLimit: DEFAULT_URL_LIMIT,
};

export function CreateUserForm({ onDone }: { onDone: () => void }) {
  const create = useCreateUser();
  const form = useForm({ resolver: zodResolver(createUserSchema), defaultValues: DEFAULTS });

  const [needsConfirmation, setNeedsConfirmation] = useState(false);

  const onSubmit = form.handleSubmit((input) =>
    create.mutate(input, {
      onSuccess: (user) => {
        onDone();
        toast({ title: "User created successfully", description: `${user.email} can sign in now.` });
      },
      onError: (error) => {
        if (showOnField(error, USER_FIELDS, form.setError)) return;
        if (needsRecentSignIn(error)) return setNeedsConfirmation(true);
        toastError(error, "Failed to create user");
      },
    }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Create" onCancel={onDone}>
      <UserFields form={form} withRole />
      {needsConfirmation && <ConfirmIdentity onConfirmed={onSubmit} />}
    </DialogForm>
  );
}
