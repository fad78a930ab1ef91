import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, send } from "@/components/data/api";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import type { RetriableQuery } from "@/components/ui/table/list-states";
import { DEFAULT_DRAFT, findQrProblems, type QrDraft, type QrProblems, qrPath } from "@/components/urls/qr/qr-look";
import { paths } from "@/lib/paths";

type QrPreview = {
  /** The code that is shown and its look; undefined until the first one has loaded. */
  shown: { draft: QrDraft; src: string } | undefined;
  /** Problems of the typed look. */
  problems: QrProblems;
  /** Loads the code; false if its size was refused, which is among the problems. */
  query: RetriableQuery | false;
};

/** A QR code with the latest typed look, once typing pauses. Until then, and while it loads, the previous code. */
export function useQrPreview(image: string, draft: QrDraft): QrPreview {
  const problems = findQrProblems(draft);
  const settled = useDebouncedValue(draft);
  const [valid, setValid] = useState(DEFAULT_DRAFT);
  if (settled !== valid && Object.keys(findQrProblems(settled)).length === 0) setValid(settled);
  const query = useQuery({ ...qrImageQuery(image, valid), placeholderData: keepPreviousData });
  const refusal = query.error instanceof ApiError && query.error.field === "size" && query.error.serverMessage;
  return {
    shown: query.data,
    problems: refusal && !problems.size ? { ...problems, size: refusal } : problems,
    query: !refusal && query,
  };
}

/** A code as it is printed. */
export type QrSvg = {
  /** Data URL. */
  src: string;
  /** Width of the image in modules. */
  modules: number;
};

type LoadedQrSvg = {
  /** Undefined until it has loaded. While it is refetched, the previous one. */
  code: QrSvg | undefined;
  /** Whether it loads for the first time. */
  isLoading: boolean;
  query: RetriableQuery;
};

/** The code with a look as an SVG. */
export function useQrSvg(image: string, draft: QrDraft): LoadedQrSvg {
  const path = qrPath(image, { ...draft, mm: "" }, "svg");
  const query = useQuery(
    imageQuery(path, async (svg) => ({ src: await toDataUrl(svg), modules: widthOf(await svg.text()) })),
  );
  return { code: query.data, isLoading: query.isLoading, query };
}

/** The width of an SVG's view box, whose unit is a module (lib/qr/drawing/svg.ts). */
function widthOf(svg: string): number {
  return Number(/ viewBox="\S+ \S+ (\S+) /.exec(svg)?.[1]);
}

function qrImageQuery(image: string, draft: QrDraft) {
  // The preview has the size at which it is shown.
  const path = qrPath(image, { ...draft, mm: "" }, "png");
  return imageQuery(path, async (png) => ({ draft, src: await toDataUrl(png) }));
}

/**
 * Fetched rather than loaded by an element, which would be blank in the meantime, and keep the image of an address
 * whose design has changed. Kept only while it is shown.
 */
function imageQuery<T>(path: string, read: (image: Blob) => Promise<T>) {
  return queryOptions({
    // Refetched when links, and with them their designs, change.
    queryKey: [paths.api.urls, "qr", path],
    queryFn: async () => read(await (await send("GET", path)).blob()),
    gcTime: 0,
  });
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
