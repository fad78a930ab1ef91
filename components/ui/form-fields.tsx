import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

type FormFieldsProps = Omit<ComponentProps<"fieldset">, "disabled"> & {
  /** Whether the form is being submitted. */
  pending: boolean;
};

/**
 * The controls of a form, disabled while it is being submitted. Disabling loses the focus; afterwards it moves to the
 * first invalid control, or returns to where it was in the form.
 */
export function FormFields({ pending, className, ...props }: FormFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  /** Followed all along: Chromium takes the focus as soon as the control is disabled, before any effect. */
  const focused = useRef<EventTarget | null>(null);
  const wasPending = useRef(pending);

  useEffect(() => {
    const form = fields.current?.form;
    const onFocusIn = (event: FocusEvent) => {
      focused.current = event.target;
    };
    form?.addEventListener("focusin", onFocusIn);
    return () => form?.removeEventListener("focusin", onFocusIn);
  }, []);

  useLayoutEffect(() => {
    const isDone = wasPending.current && !pending;
    wasPending.current = pending;
    const isLost = document.activeElement?.contains(fields.current) ?? true;
    const target = fields.current?.querySelector("[aria-invalid]") ?? focused.current;
    if (isDone && isLost && target instanceof HTMLElement) target.focus();
  }, [pending]);

  return <fieldset ref={fields} disabled={pending} className={cn("grid min-w-0 gap-4", className)} {...props} />;
}
