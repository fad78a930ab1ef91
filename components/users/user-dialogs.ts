"use client";

import { onDemand } from "@/components/ui/on-demand";

export const EditUserDialog = onDemand(() =>
  import("@/components/users/edit-user-dialog").then((file) => file.EditUserDialog),
);
export const DeleteUserDialog = onDemand(() =>
  import("@/components/users/delete-user-dialog").then((file) => file.DeleteUserDialog),
);
