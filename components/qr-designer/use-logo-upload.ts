"use client";

import { useRef, useState } from "react";
import { errorText } from "@/components/data/toast-error";
import { upload } from "@/components/data/upload";
import { paths } from "@/lib/paths";
import { QR_LOGO_MAX_BYTES, QR_LOGO_TOO_LARGE } from "@/lib/qr/design";
import { LOGO_MEDIA_TYPES } from "@/lib/qr/template-schema";
import type { QrLogo } from "@/lib/qr/types";

/** Uploads a picture, one at a time; the last one chosen counts. */
export function useLogoUpload(groupId: string | null, onUploaded: (id: string) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);

  const send = async (file: File) => {
    const number = ++latest.current;
    const isLatest = () => number === latest.current;
    const refusal = findProblem(file);
    setProblem(refusal);
    if (refusal) return setProgress(null);
    setProgress(0);
    try {
      const path =
        groupId === null ? paths.api.qrLogos : `${paths.api.qrLogos}?${new URLSearchParams({ group: groupId })}`;
      const { id } = await upload<QrLogo>(path, file, { onProgress: (part) => isLatest() && setProgress(part) });
      if (isLatest()) onUploaded(id);
    } catch (error) {
      if (isLatest()) setProblem(errorText(error, "The logo could not be uploaded. Try again."));
    } finally {
      if (isLatest()) setProgress(null);
    }
  };
  return {
    send: (file: File) => void send(file),
    /** From 0 to 1; null if nothing is being sent. */
    progress,
    problem,
  };
}

function findProblem({ type, size }: File): string | null {
  if (!LOGO_MEDIA_TYPES.some((allowed) => allowed === type)) return "A logo must be a PNG, JPEG or SVG file.";
  return size > QR_LOGO_MAX_BYTES ? QR_LOGO_TOO_LARGE : null;
}
