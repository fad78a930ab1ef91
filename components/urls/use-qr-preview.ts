import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, send } from "@/components/data/api";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { DEFAULT_DRAFT, findQrProblems, type QrDraft, type QrProblems, qrPath } from "@/components/urls/qr-look";
import { paths } from "@/lib/paths";

type QrPreview = {
  /** The code that is shown and its look; undefined until the first one has loaded. */
  shown: { draft: QrDraft; src: string } | undefined;
  /** Problems of the typed look. */
  problems: QrProblems;
  /** Whether the code could not be loaded. */
  hasFailed: boolean;
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
    hasFailed: query.isError && !refusal,
  };
}

/** Fetched rather than loaded by an element, which would be blank in the meantime. Kept only while it is shown. */
function qrImageQuery(image: string, draft: QrDraft) {
  // The preview has the size at which it is shown.
  const path = qrPath(image, { ...draft, mm: "" }, "png");
  return queryOptions({
    // Refetched when links, and with them their designs, change.
    queryKey: [paths.api.urls, "qr", path],
    queryFn: async () => ({ draft, src: await toDataUrl(await (await send("GET", path)).blob()) }),
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
