import type { ComponentProps } from "react";
import { Dialog } from "@/components/ui/dialog/dialog";

/** A dialog as high as the window on phones, and on larger screens wide enough for the preview beside the fields. */
export function DesignerDialog(props: ComponentProps<typeof Dialog>) {
  return <Dialog {...props} className="sm:max-h-[min(94dvh,58rem)] sm:max-w-5xl md:h-[58rem]" />;
}
