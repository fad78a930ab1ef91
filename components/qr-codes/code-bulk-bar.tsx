"use client";

import { X } from "lucide-react";
import { FileButtons } from "@/components/qr-codes/file-buttons";
import type { FileTarget } from "@/components/qr-codes/file-target";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatTotal, plural, type Total } from "@/lib/format";

type CodeBulkBarProps = {
  target: FileTarget;
  /** All that match are selected, loaded or not. */
  isWhole: boolean;
  /** Every code shown is selected. */
  isAllShown: boolean;
  /** How many match, if more than are shown. */
  matching: Total | undefined;
  onSelectShown: () => void;
  onSelectWhole: () => void;
  onClear: () => void;
};

/** What can be done with the selected codes, fixed to the bottom of the window. */
export function CodeBulkBar({ target, isWhole, onClear, ...scope }: CodeBulkBarProps) {
  const { isAllShown, matching, onSelectShown, onSelectWhole } = scope;
  return (
    <section
      aria-label="Selected QR codes"
      data-bulk-bar
      className="pointer-events-none fixed inset-x-0 bottom-0 z-10 flex animate-fade-in justify-center p-3 lg:left-60 print:hidden"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-raised">
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
              Select all {formatTotal(matching)} that match
            </Button>
          )}
        </div>
        <div className="order-last flex basis-full justify-around gap-1 sm:order-none sm:basis-auto">
          <FileButtons target={target} variant="ghost" />
        </div>
        <IconButton label="Clear selection" onClick={onClear}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </section>
  );
}
