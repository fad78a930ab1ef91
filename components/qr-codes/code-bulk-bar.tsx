import { FileButtons } from "@/components/qr-codes/file-buttons";
import type { FileTarget } from "@/components/qr-codes/file-target";
import { Button } from "@/components/ui/button/button";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { SelectionBar } from "@/components/ui/table/selection-bar";
import { formatTotal, plural, type Total } from "@/lib/format";

/** Closing the bar clears the selection. */
type CodeBulkBarProps = DialogState & {
  target: FileTarget;
  /** Whether all matching codes are selected, loaded or not. */
  isWhole: boolean;
  /** Whether every code shown is selected. */
  isAllShown: boolean;
  /** The number of matching codes, if more than are shown. */
  matching: Total | undefined;
  onSelectShown: () => void;
  onSelectWhole: () => void;
};

/** Actions on the selected codes. */
export function CodeBulkBar(props: CodeBulkBarProps) {
  const { open, onOpenChange, target, isWhole, isAllShown, matching, onSelectShown, onSelectWhole } = props;
  if (!open) return null;
  return (
    <SelectionBar
      label="Selected QR codes"
      onClear={() => onOpenChange(false)}
      scope={
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 px-2.5 max-sm:basis-0">
          <p role="status" className="font-medium text-base text-ink tabular-nums">
            {isWhole && matching
              ? `All ${formatTotal(matching)} QR codes selected`
              : `${plural(target.codes.length, "QR code")} selected`}
          </p>
          {!isAllShown && (
            <Button size="sm" variant="secondary" onClick={onSelectShown}>
              Select all shown
            </Button>
          )}
          {isAllShown && !isWhole && matching && (
            <Button size="sm" variant="secondary" onClick={onSelectWhole}>
              {`Select all ${formatTotal(matching)} that match`}
            </Button>
          )}
        </div>
      }
    >
      <FileButtons target={target} variant="ghost" />
    </SelectionBar>
  );
}
