import { ToastRegion } from "@/components/ui/toast/toast-region";
import { Tooltip } from "@/components/ui/tooltip";

/** What may lie above all pages. */
export function Overlays() {
  return (
    <>
      <Tooltip />
      <ToastRegion />
    </>
  );
}
