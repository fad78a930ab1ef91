import { onDemand } from "@/components/ui/button/on-demand";

/** A ConfirmDialog whose code is loaded on demand. */
export const LazyConfirmDialog = onDemand(() =>
  import("@/components/ui/dialog/confirm-dialog").then((file) => file.ConfirmDialog),
);
