import { Readable } from "node:stream";

/** A file to be saved, sent as it is made and no faster than it is taken. */
export function csvResponse({ fileName, content }: { fileName: string; content: Readable }): Response {
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
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
