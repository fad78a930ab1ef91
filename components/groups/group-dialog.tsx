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
import { Input } from "@/components/ui/form/input";
import { NumberInput, rejectText, toNumber } from "@/components/ui/form/number-input";
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
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input autoComplete="off" {...control} {...form.register("name")} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <Textarea rows={3} {...control} {...form.register("description")} />}
      </Field>
      <Field label="User limit" hint="Maximum members." error={errors.userLimit?.message}>
        {(control) => (
          <NumberInput
            min={USER_LIMIT_MIN}
            max={USER_LIMIT_MAX}
            {...control}
            {...rejectText(form.register("userLimit", { setValueAs: toNumber }))}
          />
        )}
      </Field>
    </DialogForm>
  );
}
