import { Button, type ButtonProps } from "@/components/ui/button/button";
import { useHydrated } from "@/components/ui/use-hydrated";

/**
 * The button of a page for visitors. Disabled before hydration: a press would be lost, and the browser itself would
 * submit a form, with its inputs in the URL.
 */
export function HydratedButton(props: Omit<ButtonProps, "size" | "className" | "disabled">) {
  return (
    <div className="grid gap-3">
      <Button {...props} size="lg" className="w-full" disabled={!useHydrated()} />
      <noscript>
        <p className="text-center text-muted text-sm">This page needs JavaScript. Allow it, then reload the page.</p>
      </noscript>
    </div>
  );
}
