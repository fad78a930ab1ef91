import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, send } from "@/components/data/api";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { DEFAULT_DRAFT, findQrProblems, type QrDraft, type QrProblems, qrPath } from "@/components/urls/qr-look";
import { paths } from "@/lib/paths";

type QrPreview = {
  /** The code that is shown and how it looks; undefined until the first one is there. */
  shown: { draft: QrDraft; src: string } | undefined;
  /** Of what is typed. */
  problems: QrProblems;
  /** The code could not be loaded. */
  hasFailed: boolean;
};

/** A QR code with the look that was typed last, as soon as typing pauses; until then, and while it loads, the one before. */
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

/** Fetched instead of loaded by an element, which would be blank in the meantime. Kept only while it is shown. */
function qrImageQuery(image: string, draft: QrDraft) {
  // The preview is as large as it is shown.
  const path = qrPath(image, { ...draft, mm: "" }, "png");
  return queryOptions({
    // Fetched again when links change, and with them their designs.
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
