import { onDemand } from "@/components/ui/button/on-demand";

/** A LinkDesignDialog whose code is loaded on demand. */
export const LinkDesignDialog = onDemand(() =>
  import("@/components/qr-designer/link-design-dialog").then((file) => file.LinkDesignDialog),
);
