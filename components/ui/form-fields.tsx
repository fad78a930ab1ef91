import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

type FormFieldsProps = Omit<ComponentProps<"fieldset">, "disabled"> & {
  /** Whether the form is being submitted. */
  pending: boolean;
};

/**
 * The controls of a form, disabled while it is being submitted. Disabling loses the focus; afterwards it moves to the
 * first invalid control, or returns to where it was.
 */
export function FormFields({ pending, className, ...props }: FormFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const focused = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (pending) {
      focused.current = document.activeElement;
      return;
    }
    const before = focused.current;
    focused.current = null;
    const isLost = document.activeElement?.contains(fields.current) ?? true;
    const target = fields.current?.querySelector("[aria-invalid]") ?? before;
    if (before && isLost && target instanceof HTMLElement) target.focus();
  }, [pending]);

  return <fieldset ref={fields} disabled={pending} className={cn("grid min-w-0 gap-4", className)} {...props} />;
}
