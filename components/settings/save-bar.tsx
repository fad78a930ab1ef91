import { Button } from "@/components/ui/button";

type SaveBarProps = { isDirty: boolean; pending: boolean; onDiscard: () => void };

/** Stays at the window's lower edge while the form reaches beyond it. */
export function SaveBar({ isDirty, pending, onDiscard }: SaveBarProps) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-xl border border-line bg-raised p-2 shadow-raised sm:p-3"
    >
      <p role="status" className="w-full px-2 text-muted text-sm empty:hidden sm:mr-auto sm:w-auto">
        {isDirty && "You have unsaved changes."}
      </p>
      <Button variant="secondary" className="flex-1 sm:flex-none" disabled={!isDirty} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" className="flex-1 sm:flex-none" loading={pending} disabled={!isDirty}>
        Save changes
      </Button>
    </div>
  );
}
