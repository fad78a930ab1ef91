import { onDemand } from "@/components/ui/on-demand";

/** A ConfirmDialog whose code is loaded on demand. */
export const LazyConfirmDialog = onDemand(() =>
  import("@/components/ui/confirm-dialog").then((file) => file.ConfirmDialog),
);
