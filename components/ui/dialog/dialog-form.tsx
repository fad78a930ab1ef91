import type { ReactNode, SubmitEventHandler } from "react";
import { Button } from "@/components/ui/button/button";
import { CloseButton, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { FormFields } from "@/components/ui/form/form-fields";

type DialogFormProps = {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  pending: boolean;
  submitLabel: string;
  /** Shown in the footer, opposite the buttons. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The form of a dialog: fields, Cancel and Submit. */
export function DialogForm({ onSubmit, pending, submitLabel, aside, children }: DialogFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <FormFields pending={pending}>{children}</FormFields>
      </DialogBody>
      <DialogFooter>
        {aside && <div className="self-center max-sm:order-last sm:mr-auto">{aside}</div>}
        <CloseButton>Cancel</CloseButton>
        <Button type="submit" loading={pending}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
