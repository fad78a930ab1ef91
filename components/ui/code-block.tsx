import { CopyButton } from "@/components/ui/copy-button";

type CodeBlockProps = {
  code: string;
  /** What the copy button copies, for its name. */
  what: string;
};

/** Lines of code that scroll within themselves, and a button that copies them. */
export function CodeBlock({ code, what }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 overflow-hidden rounded-lg border border-line bg-canvas">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto p-3 pt-12 font-mono text-ink text-sm leading-relaxed sm:pt-3 sm:pr-24"
      >
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={what} size="sm" className="absolute top-2 right-2" />
    </div>
  );
}
