import { onDemand } from "@/components/ui/on-demand";

export const LazyZipDialog = onDemand(() => import("@/components/qr-codes/zip-dialog").then((file) => file.ZipDialog));

export const LazySheetDialog = onDemand(() =>
  import("@/components/qr-codes/sheet-dialog").then((file) => file.SheetDialog),
);
