import { TriangleAlert } from "lucide-react";

/** A warning below a field, read out when it appears; nothing without a text. */
export function QrWarning({ text }: { text: string | null }) {
  return (
    <div role="status" className="col-span-full empty:hidden">
      {text && (
        <p className="-mt-2 flex items-start gap-1.5 text-ink text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
