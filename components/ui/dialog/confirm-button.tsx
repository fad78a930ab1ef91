import type { LucideIcon } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { toastOutcome } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { IconButton } from "@/components/ui/button/icon-button";
import { LazyConfirmDialog } from "@/components/ui/dialog/lazy-confirm-dialog";
import { type RowActions, useRowActions } from "@/components/ui/table/row-actions";

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
  change: () => Promise<unknown>;
  /** As in `useChange`; after failures too, as someone else may have made the same change before. */
  refetch: Parameters<typeof useChange>[1];
  done: string;
  failed: string;
};

/** A button whose change is confirmed first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, tip = props.confirmLabel, icon, rowAction, change, refetch, done, failed, ...question } = props;
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useChange(change, refetch, {
    ...toastOutcome(done, failed),
    onDone: () => setOpen(false),
  });
  useRowActions(rowAction ? { [rowAction]: () => setOpen(true) } : {});
  return (
    <>
      <IconButton label={label} tip={tip} icon={icon} {...LazyConfirmDialog.intent} onClick={() => setOpen(true)} />
      <LazyConfirmDialog
        {...question}
        open={open}
        onOpenChange={setOpen}
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
