import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { etagOf } from "@/lib/etag";
import { drawQrPng } from "@/lib/qr/render";

/** To a thread: what its codes are to say. */
export type QrTask = { id: number; contents: string[] };

/** From a thread: the pictures in one piece of memory, which is handed over rather than copied. A length of 0: not drawn. */
export type QrDrawn = { id: number; bytes: ArrayBuffer; lengths: number[]; etags: string[] };

/** Draws what the main thread asks for; the body of a worker thread. */
export function drawOnRequest(): void {
  // Visitors go first (decision 0020). On Linux the priority is that of this thread alone.
  setPriority(constants.priority.PRIORITY_LOW);
  parentPort?.on("message", ({ id, contents }: QrTask) => {
    const pictures = contents.map(draw);
    const bytes = new ArrayBuffer(pictures.reduce((sum, { length }) => sum + length, 0));
    const view = new Uint8Array(bytes);
    let at = 0;
    for (const picture of pictures) {
      view.set(picture, at);
      at += picture.length;
    }
    const drawn: QrDrawn = {
      id,
      bytes,
      lengths: pictures.map(({ length }) => length),
      etags: pictures.map(etagOf),
    };
    parentPort?.postMessage(drawn, [drawn.bytes]);
  });
}

/** Empty where the text is too long for any code. */
function draw(content: string): Uint8Array {
  try {
    return drawQrPng(content);
  } catch {
    return new Uint8Array();
  }
}
