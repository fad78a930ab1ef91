import { once } from "node:events";
import type { Readable } from "node:stream";

type Download = { fileName: string; content: Readable };

/** Streams a CSV download with backpressure. */
export function csvResponse(file: Download): Response {
  return downloadResponse({ ...file, mediaType: "text/csv; charset=utf-8" });
}

/** Streams a download with backpressure. */
export function downloadResponse({ fileName, content, mediaType }: Download & { mediaType: string }): Response {
  return new Response(toWebStream(content), {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Server-sent events (HTML Living Standard, section 9.2). Proxies may not buffer or compress them. */
export function eventResponse(events: ReadableStream<Uint8Array>): Response {
  return new Response(events, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "private, no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

/**
 * Like Readable.toWeb, which can throw an uncatchable ERR_INVALID_STATE in Node 20 when its reader cancels.
 * Cancelling resolves once the content has closed, so that the user can start another download.
 */
function toWebStream(content: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      content.destroy();
      if (!content.closed) await once(content, "close");
    },
  });
}
