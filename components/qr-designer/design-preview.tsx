import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { DesignDraft } from "@/components/qr-designer/design-draft";
import type { Verdict } from "@/components/qr-designer/use-design-check";
import { Button } from "@/components/ui/button/button";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/form/select";
import { Skeleton } from "@/components/ui/skeleton";
import { isForBlack } from "@/lib/qr/design";

/** Widths at which codes are printed, from a business card to a poster. */
const SIZES_MM = ["25", "30", "40", "50", "60", "70"] as const;
const SIZES = SIZES_MM.map((mm) => ({ value: mm, label: `${mm} mm` }));
/** The smallest size that scanners must be able to read. */
const SMALL_MM = 20;

type DesignPreviewProps = {
  /** Data URL. */
  image: string | undefined;
  /** Why there is no current image. */
  problem: string | undefined;
  /** Its colours as typed. */
  draft: Pick<DesignDraft, "background" | "inverted">;
};

/** The code at print size and at 2 cm. Screens that report their size correctly show it true to size. */
export function DesignPreview({ image, problem, draft }: DesignPreviewProps) {
  const [millimetres, setMillimetres] = useState("50");
  const paper = { image, ground: isForBlack(draft) ? "bg-black" : "bg-white" };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 md:grid-cols-1 md:justify-items-center md:gap-5">
      <figure className="grid min-w-0 justify-items-center gap-2">
        <div className="grid min-h-30 w-full place-items-center md:min-h-0">
          <Paper {...paper} millimetres={Number(millimetres)} alt="Preview of the QR code" />
        </div>
        <figcaption>
          <Select
            aria-label="Print size"
            value={millimetres}
            onValueChange={setMillimetres}
            options={SIZES}
            className="w-28"
          />
        </figcaption>
      </figure>
      <figure className="grid justify-items-center gap-2">
        <Paper {...paper} millimetres={SMALL_MM} alt={`Preview at ${SMALL_MM} mm`} />
        <figcaption className="grid h-9 pointer-coarse:h-10 place-items-center text-muted text-sm md:h-auto">
          {SMALL_MM} mm
        </figcaption>
      </figure>
      {problem && (
        <p role="alert" className="col-span-full text-danger-text text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}

type PaperProps = { image: string | undefined; ground: string; millimetres: number; alt: string };

function Paper({ image, ground, millimetres, alt }: PaperProps) {
  const style = { width: `${millimetres}mm` };
  if (!image) {
    return (
      <span className="block max-w-36 md:max-w-full" style={style}>
        <Skeleton className="aspect-square h-auto w-full" />
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: rendered by our own server
    <img
      src={image}
      alt={alt}
      style={style}
      className={cn("h-auto max-w-36 border border-line md:max-w-full", ground)}
    />
  );
}

type VerdictProps = {
  verdict: Verdict;
  onLogoPercent: (percent: number) => void;
  onRetry: () => void;
};

/** Text that says whether the design scans, with a button that fixes it if possible. */
export function DesignVerdict({ verdict, onLogoPercent, onRetry }: VerdictProps) {
  return (
    <div role="status" className="grid gap-2 text-sm">
      {verdict.state === "checking" && (
        <p className="flex items-start gap-1.5 text-muted">
          <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin" />
          Checking that it scans…
        </p>
      )}
      {verdict.state === "scans" && (
        <p className="flex items-start gap-1.5 text-ink">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
          Scans from {verdict.minSizeMm} mm, even when blurred, tilted or printed in grey.
        </p>
      )}
      {(verdict.state === "refused" || verdict.state === "unknown") && (
        <p className="flex items-start gap-1.5 text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{verdict.reason}</span>
        </p>
      )}
      {verdict.state === "refused" && verdict.logoPercent !== null && (
        <Remedy label={`Use ${verdict.logoPercent}%`} onClick={onLogoPercent.bind(null, verdict.logoPercent)} />
      )}
      {verdict.state === "unknown" && <Remedy label="Try again" onClick={onRetry} />}
    </div>
  );
}

function Remedy({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="sm" variant="secondary" className="justify-self-start" onClick={onClick}>
      {label}
    </Button>
  );
}
