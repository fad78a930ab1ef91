"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ConfirmIdentity, needsRecentSignIn } from "@/components/auth/confirm-identity";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useActor } from "@/components/data/use-actor";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toast-store";
import { USER_FIELDS, UserFields } from "@/components/users/user-fields";
import { useUpdateUser } from "@/components/users/user-mutations";
import { canChangeEmail, canChangeRole } from "@/lib/users/policy";
import { type CreateUserInput, createUserSchema, type UpdateUserInput } from "@/lib/users/schema";
import type { User } from "@/lib/users/types";

type EditUserFormProps = { user: User; onDone: () => void };

export function EditUserForm({ user, onDone }: EditUserFormProps) {
  const actor = useActor();
  const withRole = actor !== undefined && canChangeRole(actor);
  const withEmail = actor !== undefined && canChangeEmail(actor);
  const update = useUpdateUser(user.id);
  const { firstName, lastName, email, role, urlLimit } = user;
  const form = useForm({
    resolver: zodResolver(createUserSchema),
    defaultValues: { firstName, lastName, email, role, urlLimit },
  });

  const [needsConfirmation, setNeedsConfirmation] = useState(false);

  const onSubmit = form.handleSubmit((input) =>
    update.mutate(pickEditable(input, { withRole, withEmail }), {
      onSuccess: () => {
        onDone();
        toast({ title: "User updated successfully" });
      },
      onError: (error) => {
        if (showOnField(error, USER_FIELDS, form.setError)) return;
        if (needsRecentSignIn(error)) return setNeedsConfirmation(true);
        toastError(error, "Failed to update user");
      },
    }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={update.isPending} submitLabel="Save changes" onCancel={onDone}>
      <UserFields form={form} withRole={withRole} emailLocked={!withEmail} />
      {needsConfirmation && <ConfirmIdentity onConfirmed={onSubmit} />}
    </DialogForm>
  );
}

/** Leaves out what the actor may not change: somebody else may have changed it since the form was opened. */
function pickEditable(
  { role, email, ...input }: CreateUserInput,
  { withRole, withEmail }: { withRole: boolean; withEmail: boolean },
): UpdateUserInput {
  return { ...input, ...(withRole && { role }), ...(withEmail && { email }) };
}
