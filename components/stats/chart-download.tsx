import type { RefObject } from "react";
import type { ChartMenuProps } from "@/components/stats/chart-menu";
import type { ChartCaption } from "@/components/stats/chart-png";
import { lazyMenu } from "@/components/ui/button/menu-button";
import { toast } from "@/components/ui/toast/toast-store";

const ChartMenu = lazyMenu<ChartMenuProps>(() =>
  import("@/components/stats/chart-menu").then((file) => file.ChartMenu),
);

/** `file` is the image's file name without extension. */
export type DownloadCaption = ChartCaption & { file: string };

type ChartDownloadProps = {
  /** The element with the chart. If there is none because a table is shown, there is no image. */
  frame: RefObject<HTMLElement | null>;
  isTable: boolean;
  caption: DownloadCaption;
  /** Address of the CSV file. */
  csv: string | null;
};

/** Downloads a chart as an image, or its numbers. */
export function ChartDownload({ frame, isTable, caption, csv }: ChartDownloadProps) {
  const onPng = async () => {
    const svg = frame.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    try {
      const { savePng } = await import("@/components/stats/chart-png");
      if (svg) await savePng(svg, caption, `${caption.file}.png`);
    } catch {
      toast({ variant: "destructive", title: "Error", description: "Failed to download the chart" });
    }
  };
  return <ChartMenu label="Download" csv={csv} onPng={isTable ? undefined : () => void onPng()} />;
}
