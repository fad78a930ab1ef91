"use client";

import { onDemand } from "@/components/ui/on-demand";

export const UserDialog = onDemand(() => import("@/components/users/user-dialog").then((file) => file.UserDialog));
export const DeleteUserDialog = onDemand(() =>
  import("@/components/users/delete-user-dialog").then((file) => file.DeleteUserDialog),
);
