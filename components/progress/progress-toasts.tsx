import { Download, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Toaster, toast } from "sonner";
import { DownloadLink } from "@/components/data/download-link";
import { addSample, type Sample, speedText } from "@/components/progress/progress-speed";
import { buttonClass } from "@/components/ui/button/button-class";
import { IconButton } from "@/components/ui/button/icon-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount, plural } from "@/lib/format";

/** A long task of the viewer, shown on every page until it ends. */
export type ProgressCard = {
  id: string;
  title: string;
} & (
  | {
      state: "running";
      /** Accessible name of the bar. */
      label: string;
      done: number;
      total: number;
      /** Unit of the counts: "URL". */
      unit: string;
    }
  | { state: "ready"; text: string; href: string; onDismiss: () => void }
  | { state: "failed"; text: string; onDismiss: () => void }
);

/** Above the bar of selected rows. */
const OFFSET = { bottom: "calc(var(--bar-height, 0rem) + 1rem)" };

export function ProgressToasts({ cards }: { cards: readonly ProgressCard[] }) {
  return (
    <>
      {cards.map((card) => (
        <ProgressToast key={card.id} card={card} />
      ))}
      {/* In the middle, where it covers neither the sidebar nor the other notices; below dialogs. */}
      <Toaster
        position="bottom-center"
        gap={8}
        expand
        visibleToasts={3}
        offset={OFFSET}
        mobileOffset={OFFSET}
        style={{ zIndex: 30 }}
        containerAriaLabel="Progress"
      />
    </>
  );
}

function ProgressToast({ card }: { card: ProgressCard }) {
  const { id } = card;
  useEffect(() => {
    toast.custom(() => <Face card={card} />, { id, duration: Number.POSITIVE_INFINITY, dismissible: false });
  }, [id, card]);
  useEffect(() => () => void toast.dismiss(id), [id]);
  return null;
}

/** What a toast shows. */
export function Face({ card }: { card: ProgressCard }) {
  return (
    <div className="grid w-full gap-2.5 rounded-xl border border-line bg-raised p-4 font-sans text-ink shadow-raised sm:w-89">
      {card.state === "running" ? <Running {...card} /> : <Ended card={card} />}
    </div>
  );
}

function Running({ title, label, done, total, unit }: ProgressCard & { state: "running" }) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((known) => addSample(known, { atMs: Date.now(), done }));
  }, [done]);
  const progress = `${formatCount(done)} of ${plural(total, unit)}`;
  return (
    <>
      <p className="font-medium text-base">{title}</p>
      <ProgressBar label={label} value={done} max={total} valueText={progress} />
      {/* Sonner announces what changes in its region: these would be read out each second. */}
      <div aria-live="off" className="flex flex-wrap justify-between gap-x-3 text-muted text-sm tabular-nums">
        <span>{progress}</span>
        <span>{speedText(samples, total)}</span>
      </div>
    </>
  );
}

function Ended({ card }: { card: Exclude<ProgressCard, { state: "running" }> }) {
  const { title, text, onDismiss } = card;
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-base">{title}</p>
        {card.state === "failed" ? (
          <p className="wrap-anywhere text-danger-text text-sm">{text}</p>
        ) : (
          <p className="truncate text-muted text-sm">{text}</p>
        )}
      </div>
      {card.state === "ready" && (
        <DownloadLink
          href={card.href}
          isSlow
          aria-label={`Download ${text}`}
          onClick={onDismiss}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          <Download aria-hidden className="size-4" strokeWidth={1.75} />
          Download
        </DownloadLink>
      )}
      <IconButton label={`Dismiss ${text}`} tip="Dismiss" onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
