"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { showOnField } from "@/components/data/show-on-field";
import { toastFailure } from "@/components/data/toast-error";
import { GROUP_FIELDS, GroupFields, type GroupValues } from "@/components/groups/group-fields";
import { useCreateGroup } from "@/components/groups/group-mutations";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toast-store";
import { createGroupSchema, DEFAULT_USER_LIMIT } from "@/lib/groups/schema";

const DEFAULTS: GroupValues = { name: "", description: "", userLimit: DEFAULT_USER_LIMIT };

export function CreateGroupForm({ onDone }: { onDone: () => void }) {
  const create = useCreateGroup();
  const form = useForm({ resolver: zodResolver(createGroupSchema), defaultValues: DEFAULTS });

  const onSubmit = form.handleSubmit((input) =>
    create.mutate(input, {
      onSuccess: () => {
        onDone();
        toast({ title: "Group created successfully" });
      },
      onError: (error) => {
        showOnField(error, GROUP_FIELDS, form.setError);
        toastFailure(error, "Failed to create group");
      },
    }),
  );

  return (
    <DialogForm onSubmit={onSubmit} pending={create.isPending} submitLabel="Create" onCancel={onDone}>
      <GroupFields form={form} />
    </DialogForm>
  );
}
