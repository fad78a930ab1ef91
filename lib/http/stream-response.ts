import { once } from "node:events";
import type { Readable } from "node:stream";

/** A file to be saved, sent as it is made and no faster than it is taken. */
export function csvResponse({ fileName, content }: { fileName: string; content: Readable }): Response {
  return new Response(toWebStream(content), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Server-sent events (HTML Living Standard, section 9.2), which nobody on the way may hold back or compress. */
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
 * Like Readable.toWeb, which may throw where nothing can catch it when its reader cancels (ERR_INVALID_STATE in Node 20).
 * Cancelling resolves when the content has closed, so that a user may download again.
 */
function toWebStream(content: Readable): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      content.destroy();
      if (!content.closed) await once(content, "close");
    },
  });
}
