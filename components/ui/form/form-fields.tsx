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
    const { activeElement } = document;
    const isLost = activeElement?.contains(fields.current) ?? true;
    const isOnSubmit = fields.current?.form?.contains(activeElement) && activeElement?.matches("[type=submit]");
    const target = fields.current?.querySelector("[aria-invalid]") ?? (isLost ? focused.current : null);
    if (!isDone || !(isLost || isOnSubmit) || !(target instanceof HTMLElement)) return;
    target.focus();
    // It is gone, or still disabled, if there is nothing left to confirm or to save.
    if (!target.isConnected || target.matches(":disabled")) fields.current?.form?.focus({ preventScroll: true });
  }, [pending]);

  return <fieldset ref={fields} disabled={pending} className={cn("grid min-w-0 gap-4", className)} {...props} />;
}
