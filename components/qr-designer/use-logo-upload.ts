import { useEffect, useRef, useState } from "react";
import { ApiError, actingUserId, WRITE_TIMEOUT_MS } from "@/components/data/api";
import { errorText } from "@/components/data/toast-error";
import { useRefetch } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import { QR_LOGO_MAX_BYTES, QR_LOGO_TOO_LARGE } from "@/lib/qr/design";
import { LOGO_MEDIA_TYPES } from "@/lib/qr/designs/template-schema";
import type { QrLogo } from "@/lib/qr/types";
import { ACTING_USER_HEADER } from "@/lib/users/types";

type Outcome = { onUploaded: (id: string) => void; onFailed: () => void };

/** Uploads an image, one at a time; the last one chosen counts. */
export function useLogoUpload(groupId: string | null, { onUploaded, onFailed }: Outcome) {
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const refetchUser = useRefetch([paths.api.currentUser]);

  const cancel = () => {
    latest.current += 1;
    stop.current?.abort();
    setProgress(null);
  };
  const send = async (file: File) => {
    cancel();
    const number = latest.current;
    const isLatest = () => number === latest.current;
    const refusal = findProblem(file);
    setProblem(refusal);
    if (refusal) {
      setProgress(null);
      return onFailed();
    }
    setProgress(0);
    stop.current = new AbortController();
    try {
      const path =
        groupId === null ? paths.api.qrLogos : `${paths.api.qrLogos}?${new URLSearchParams({ group: groupId })}`;
      const { signal } = stop.current;
      const { id } = await upload<QrLogo>(path, file, {
        signal,
        onProgress: (part) => isLatest() && setProgress(part),
      });
      if (isLatest()) onUploaded(id);
    } catch (error) {
      if (!isLatest()) return;
      setProblem(uploadProblem(error));
      onFailed();
      // Goes to the sign-in screen if the session has ended; here, the redirect of a proxy looks like a failed connection.
      void refetchUser();
    } finally {
      if (isLatest()) setProgress(null);
    }
  };
  return {
    send: (file: File) => void send(file),
    /** Stops an upload in progress. */
    cancel,
    /** From 0 to 1; null if nothing is being sent. */
    progress,
    problem,
  };
}

type UploadOptions = { signal: AbortSignal; onProgress: (part: number) => void };

/** What to say about a failed upload. */
export function uploadProblem(error: unknown): string {
  const isProxys = error instanceof ApiError && error.status === 413 && error.code === undefined;
  if (isProxys) return "A server between your browser and Hop refuses files of this size. Choose a smaller file.";
  return errorText(error, "The logo could not be uploaded. Try again.");
}

function findProblem({ type, size }: File): string | null {
  if (!LOGO_MEDIA_TYPES.some((allowed) => allowed === type)) return "A logo must be a PNG, JPEG or SVG file.";
  return size > QR_LOGO_MAX_BYTES ? QR_LOGO_TOO_LARGE : null;
}

/**
 * Sends a file as the body of a POST and returns the parsed response. Doesn't use `fetch`, which doesn't report upload
 * progress.
 *
 * @param onProgress called with the part that is sent, from 0 to 1
 * @throws {ApiError} if the response is not a success
 * @throws TypeError if there is no response, like `fetch`, including after two minutes; SyntaxError if it is not JSON
 */
function upload<T>(path: string, file: Blob, { signal, onProgress }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const actingUser = actingUserId();
    request.open("POST", path);
    request.setRequestHeader("Content-Type", file.type);
    if (actingUser !== undefined) request.setRequestHeader(ACTING_USER_HEADER, actingUser);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.timeout = WRITE_TIMEOUT_MS;
    request.onload = () => {
      const isSuccess = request.status >= 200 && request.status < 300;
      if (isSuccess) resolve(Promise.resolve(request.responseText).then(JSON.parse));
      else reject(new ApiError(request.status, request.responseText, request.statusText));
    };
    request.onerror = () => reject(new TypeError("The file could not be sent"));
    request.ontimeout = request.onerror;
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
