import { CopyButton } from "@/components/ui/button/copy-button";
import { cn } from "@/components/ui/cn";

type CodeBlockProps = {
  code: string;
  /** Describes the code; part of the copy button's name. */
  what: string;
  onCopied?: () => void;
  /** Keeps the copy button above the code on wide screens too, as in a dialog. */
  isNarrow?: boolean;
};

/** Scrollable code with a copy button. */
export function CodeBlock({ code, what, onCopied, isNarrow }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 overflow-hidden rounded-lg border border-line bg-canvas">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "-outline-offset-2 overflow-x-auto rounded-lg p-3 pt-12 font-mono text-ink text-sm leading-relaxed",
          !isNarrow && "sm:pt-3 sm:pr-24",
        )}
      >
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={what} size="sm" className="absolute top-2 right-2" onCopied={onCopied} />
    </div>
  );
}
