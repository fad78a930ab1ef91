"use client";

import { ChartLine, Table2 } from "lucide-react";
import { type ReactNode, Suspense, useRef } from "react";
import { useAddressState } from "@/components/data/use-address-state";
import type { ChartMenuProps } from "@/components/stats/chart-menu";
import type { ChartCaption } from "@/components/stats/chart-png";
import { chartAddress } from "@/components/stats/stats-address";
import { IconButton } from "@/components/ui/button/icon-button";
import { lazyMenu } from "@/components/ui/button/menu-button";
import { cn } from "@/components/ui/cn";
import { Deferred } from "@/components/ui/deferred";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast/toast-store";

const ChartMenu = lazyMenu<ChartMenuProps>(() =>
  import("@/components/stats/chart-menu").then((file) => file.ChartMenu),
);

/** `file` is the image's file name without extension. */
export type DownloadCaption = ChartCaption & { file: string };

type ChartCardProps = {
  chart: ReactNode;
  /** The same numbers. */
  table: ReactNode;
  /** Says to screen readers what the chart shows. */
  description: string;
  /** Caption for an image of the chart. */
  caption: DownloadCaption;
  /** Address of the CSV file. */
  csv: string | null;
  /** Before the buttons. */
  controls?: ReactNode;
  footer?: ReactNode;
  actionClass?: string;
  /** Classes of the frame around the chart: its height. */
  frameClass: string;
};

/** Clicks over time, as a chart or as a table, to be downloaded as an image or as numbers. */
export function ChartCard(props: ChartCardProps) {
  const { chart, table, description, caption, csv, controls, footer, actionClass, frameClass } = props;
  const [isTable, setIsTable] = useAddressState(chartAddress);
  const frame = useRef<HTMLDivElement>(null);
  const onPng = async () => {
    const svg = frame.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    try {
      const { savePng } = await import("@/components/stats/chart-png");
      if (svg) await savePng(svg, caption, `${caption.file}.png`);
    } catch {
      toast({ variant: "destructive", title: "Error", description: "Failed to download the chart" });
    }
  };
  const Icon = isTable ? ChartLine : Table2;
  return (
    <Panel
      title="Clicks Over Time"
      action={
        <div data-no-print className={cn("-my-2 -mr-2 flex items-center gap-1", actionClass)}>
          {controls}
          <IconButton label={isTable ? "Show as chart" : "Show as table"} onClick={() => setIsTable(!isTable)}>
            <Icon aria-hidden className="size-4" />
          </IconButton>
          <ChartMenu label="Download" csv={csv} onPng={isTable ? undefined : () => void onPng()} />
        </div>
      }
      footer={footer}
    >
      {isTable ? (
        <Suspense fallback={<Skeleton className="m-4 h-72 rounded-lg" />}>{table}</Suspense>
      ) : (
        <>
          <p className="sr-only">{description}</p>
          <div ref={frame} className={cn("px-2 py-4 sm:px-4", frameClass)}>
            <Deferred fallback={<Skeleton className="h-full rounded-lg" />}>{chart}</Deferred>
          </div>
        </>
      )}
    </Panel>
  );
}
