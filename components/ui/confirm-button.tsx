import type { LucideIcon } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { toastOutcome } from "@/components/data/toast-error";
import { IconButton } from "@/components/ui/icon-button";
import { LazyConfirmDialog } from "@/components/ui/lazy-confirm-dialog";
import { type RowActions, useRowActions } from "@/components/ui/row-actions";

type Question = Pick<
  ComponentProps<typeof LazyConfirmDialog>,
  "title" | "description" | "confirmLabel" | "confirmVariant"
>;

type ConfirmButtonProps = Question & {
  /** Accessible name. */
  label: string;
  /** Tooltip; the confirming button's text by default. */
  tip?: string;
  icon: LucideIcon;
  /** The key of the list that does the same in the row. */
  rowAction?: keyof RowActions;
  change: { mutate: (input: undefined, options: ReturnType<typeof toastOutcome>) => void; isPending: boolean };
  done: string;
  failed: string;
};

/** A button whose change is confirmed first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, tip = props.confirmLabel, icon, rowAction, change, done, failed, ...question } = props;
  const [open, setOpen] = useState(false);
  useRowActions(rowAction ? { [rowAction]: () => setOpen(true) } : {});
  return (
    <>
      <IconButton label={label} tip={tip} icon={icon} {...LazyConfirmDialog.intent} onClick={() => setOpen(true)} />
      <LazyConfirmDialog
        {...question}
        open={open}
        onOpenChange={setOpen}
        pending={change.isPending}
        onConfirm={() =>
          change.mutate(
            undefined,
            toastOutcome(done, failed, () => setOpen(false)),
          )
        }
      />
    </>
  );
}
