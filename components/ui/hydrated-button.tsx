import { Button, type ButtonProps } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

/**
 * The button of a page for visitors. Disabled before hydration: a press would be lost, and the browser itself would
 * submit a form, with its inputs in the URL.
 */
export function HydratedButton(props: Omit<ButtonProps, "size" | "className" | "disabled">) {
  return <Button {...props} size="lg" className="w-full" disabled={!useHydrated()} />;
}
