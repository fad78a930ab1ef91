"use client";

import { onDemand } from "@/components/ui/on-demand";

export const GroupDialog = onDemand(() => import("@/components/groups/group-dialog").then((file) => file.GroupDialog));
export const ViewGroupDialog = onDemand(() =>
  import("@/components/groups/view-group-dialog").then((file) => file.ViewGroupDialog),
);
