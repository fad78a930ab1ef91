import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ConfirmIdentity, needsRecentSignIn } from "@/components/auth/confirm-identity";
import { call } from "@/components/data/api";
import { useAppConfig } from "@/components/data/app-config";
import { pickChanged } from "@/components/data/pick-changed";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useActor } from "@/components/data/use-actor";
import { useChange } from "@/components/data/use-change";
import { Dialog } from "@/components/ui/dialog/dialog";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { toast } from "@/components/ui/toast/toast-store";
import { createdText } from "@/components/users/invitation-text";
import { NewUserFields } from "@/components/users/new-user-fields";
import { USER_FIELDS, UserFields, type UserValues } from "@/components/users/user-fields";
import { AFTER_USER_CHANGE } from "@/components/users/user-queries";
import { paths } from "@/lib/paths";
import { canChangeEmail, canChangeRole } from "@/lib/users/policy";
import {
  type CreateUserInput,
  createUserSchema,
  DEFAULT_ROLE,
  DEFAULT_URL_LIMIT,
  editUserSchema,
} from "@/lib/users/schema";
import type { User } from "@/lib/users/types";

type UserDialogProps = DialogState & {
  /** Absent to create a user. */
  user?: User;
};

export function UserDialog({ user, ...state }: UserDialogProps) {
  return (
    <Dialog {...state} title={user ? "Edit User" : "Create User"}>
      <UserForm user={user} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

const NEW_USER: UserValues = {
  firstName: "",
  lastName: "",
  email: "",
  role: DEFAULT_ROLE,
  urlLimit: DEFAULT_URL_LIMIT,
};

type UserFormProps = { user: User | undefined; onDone: () => void };

function UserForm({ user, onDone }: UserFormProps) {
  const actor = useActor();
  const { hasMailServer } = useAppConfig();
  const withRole = !user || canChangeRole(actor);
  const withEmail = !user || canChangeEmail(actor);
  const { firstName, lastName, email, role, urlLimit } = user ?? NEW_USER;
  const form = useForm({
    resolver: zodResolver(user ? editUserSchema : createUserSchema),
    defaultValues: { firstName, lastName, email, role, urlLimit, groupIds: [], sendInvitation: !user && hasMailServer },
  });
  const { isDirty, dirtyFields } = form.formState;
  useReportTyped(isDirty);
  const [needsConfirmation, setNeedsConfirmation] = useState(false);
  const save = useChange(
    (input: CreateUserInput) =>
      user
        ? call<User>("PUT", paths.api.user(user.id), pickChanged(input, dirtyFields))
        : call<User>("POST", paths.api.users, input),
    [...AFTER_USER_CHANGE, [paths.api.groups, "counts"]],
    {
      onDone,
      onSuccess: (saved, input) => {
        if (user) toast({ title: "User updated successfully" });
        else
          toast({
            title: "User created successfully",
            description: createdText(saved.email, input.sendInvitation === true, hasMailServer),
          });
      },
      showError: (error) => {
        if (showOnField(error, USER_FIELDS, form.setError)) return true;
        if (needsRecentSignIn(error)) setNeedsConfirmation(true);
        return needsRecentSignIn(error);
      },
      onError: (error) => toastError(error, user ? "Failed to update user" : "Failed to create user"),
    },
  );
  const onSubmit = form.handleSubmit((input) => save.mutate(input));

  return (
    <DialogForm onSubmit={onSubmit} pending={save.isPending} submitLabel={user ? "Save changes" : "Create"}>
      <UserFields form={form} withRole={withRole} emailLocked={!withEmail} />
      {!user && <NewUserFields form={form} />}
      {needsConfirmation && <ConfirmIdentity onConfirmed={onSubmit} />}
    </DialogForm>
  );
}
