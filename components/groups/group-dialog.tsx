import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { call } from "@/components/data/api";
import { pickChanged } from "@/components/data/pick-changed";
import { showOnField } from "@/components/data/show-on-field";
import { toastFailure } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { Dialog } from "@/components/ui/dialog/dialog";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { Field } from "@/components/ui/form/field";
import { NumberField, rejectText, toNumber } from "@/components/ui/form/number-field";
import { TextField } from "@/components/ui/form/text-field";
import { Textarea } from "@/components/ui/form/textarea";
import { toast } from "@/components/ui/toast/toast-store";
import {
  type CreateGroupInput,
  createGroupSchema,
  DEFAULT_USER_LIMIT,
  editGroupSchema,
  USER_LIMIT_MAX,
  USER_LIMIT_MIN,
} from "@/lib/groups/schema";
import type { Group } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

type GroupDialogProps = DialogState & {
  /** Absent to create a group. */
  group?: Group;
};

export function GroupDialog({ group, ...state }: GroupDialogProps) {
  return (
    <Dialog {...state} title={group ? "Edit Group" : "Create Group"}>
      <GroupForm group={group} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

type GroupFormProps = { group: Group | undefined; onDone: () => void };

function GroupForm({ group, onDone }: GroupFormProps) {
  const form = useForm({
    resolver: zodResolver(group ? editGroupSchema : createGroupSchema),
    defaultValues: {
      name: group?.name ?? "",
      description: group?.description ?? "",
      userLimit: group?.userLimit ?? DEFAULT_USER_LIMIT,
    },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  useReportTyped(isDirty);
  const save = useChange(
    (input: CreateGroupInput) =>
      group
        ? call<Group>("PUT", paths.api.group(group.id), pickChanged(input, dirtyFields))
        : call<Group>("POST", paths.api.groups, input),
    [paths.api.groups],
    {
      onDone,
      onSuccess: () => toast({ title: group ? "Group updated successfully" : "Group created successfully" }),
      showError: (error) => {
        showOnField(error, ["name", "description", "userLimit"], form.setError);
        return false;
      },
      onError: (error) => toastFailure(error, group ? "Failed to update group" : "Failed to create group"),
    },
  );
  const onSubmit = form.handleSubmit((input) => save.mutate(input));

  return (
    <DialogForm onSubmit={onSubmit} pending={save.isPending} submitLabel={group ? "Save changes" : "Create"}>
      <TextField label="Name" required error={errors.name?.message} {...form.register("name")} />
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <Textarea rows={3} {...control} {...form.register("description")} />}
      </Field>
      <NumberField
        label="User limit"
        hint="Maximum members."
        min={USER_LIMIT_MIN}
        max={USER_LIMIT_MAX}
        error={errors.userLimit?.message}
        {...rejectText(form.register("userLimit", { setValueAs: toNumber }))}
      />
    </DialogForm>
  );
}
