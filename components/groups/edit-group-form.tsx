"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { showOnField } from "@/components/data/show-on-field";
import { toastFailure } from "@/components/data/toast-error";
import { GROUP_FIELDS, GroupFields } from "@/components/groups/group-fields";
import { useUpdateGroup } from "@/components/groups/group-mutations";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toast-store";
import { createGroupSchema } from "@/lib/groups/schema";
import type { Group } from "@/lib/groups/types";

type EditGroupFormProps = { group: Group; onDone: () => void };

export function EditGroupForm({ group, onDone }: EditGroupFormProps) {
  const update = useUpdateGroup(group.id);
  const form = useForm({
    resolver: zodResolver(createGroupSchema),
    defaultValues: { name: group.name, description: group.description ?? "", userLimit: group.userLimit },
  });

  const onSubmit = form.handleSubmit((input) =>
    update.mutate(input, {
      onSuccess: () => {
        onDone();
        toast({ title: "Group updated successfully" });
      },
      onError: (error) => {
        showOnField(error, GROUP_FIELDS, form.setError);
        toastFailure(error, "Failed to update group");
      },
    }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={update.isPending} submitLabel="Save changes" onCancel={onDone}>
      <GroupFields form={form} />
    </DialogForm>
  );
}
