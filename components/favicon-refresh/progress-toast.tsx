"use client";

import { useEffect, useState } from "react";
import { Toaster, toast } from "sonner";
import { addSample, type Sample, speedText } from "@/components/favicon-refresh/progress-speed";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { FaviconRefresh } from "@/lib/favicons/types";
import { formatCount, plural } from "@/lib/format";

const TOAST_ID = "favicon-refresh";

export function ProgressToast({ refresh }: { refresh: FaviconRefresh }) {
  useEffect(() => {
    toast.custom(() => <ProgressCard refresh={refresh} />, {
      id: TOAST_ID,
      duration: Number.POSITIVE_INFINITY,
      dismissible: false,
    });
  }, [refresh]);
  useEffect(() => () => void toast.dismiss(TOAST_ID), []);
  // In the middle, where it covers neither the sidebar nor the other notices.
  return <Toaster position="bottom-center" gap={8} style={{ zIndex: 50 }} containerAriaLabel="Progress" />;
}

function ProgressCard({ refresh: { totalUrls, updatedCount, failedCount } }: { refresh: FaviconRefresh }) {
  const done = updatedCount + failedCount;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((known) => addSample(known, { atMs: Date.now(), done }));
  }, [done]);
  const progress = `${formatCount(done)} of ${plural(totalUrls, "URL")}`;
  return (
    <div className="grid w-full gap-2.5 rounded-xl border border-line bg-raised p-4 font-sans text-ink shadow-raised sm:w-89">
      <p className="font-medium text-base">Refreshing favicons</p>
      <ProgressBar label="Refresh favicons" value={done} max={totalUrls} valueText={progress} />
      <div className="flex flex-wrap justify-between gap-x-3 text-muted text-sm tabular-nums">
        <span>{progress}</span>
        <span>{speedText(samples, totalUrls)}</span>
      </div>
    </div>
  );
}
