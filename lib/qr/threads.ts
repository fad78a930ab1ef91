import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { QrDrawn, QrTask } from "@/lib/qr/thread";

/** Codes in one message: enough to make the message cheap, few enough to share a batch over the cores. */
const CODES_PER_TASK = 32;

export type QrPicture = { png: Buffer; etag: string };

/** Threads that draw QR codes, one a core: they start with the first code and end with `close`. */
export type QrThreads = {
  /**
   * Draws codes in their order; null where the text is too long.
   *
   * @throws Error as a thread does; `close`, and the next call starts new ones
   */
  draw: (contents: string[]) => Promise<(QrPicture | null)[]>;
  close: () => Promise<void>;
};

type Waiting = { done: (pictures: (QrPicture | null)[]) => void; fail: (error: Error) => void };

/** @param entry the bundle that runs `drawOnRequest` */
export function createQrThreads(entry: URL, size = availableParallelism()): QrThreads {
  const waiting = new Map<number, Waiting>();
  let threads: Worker[] = [];
  let tasks = 0;

  function start(): Worker {
    const thread = new Worker(entry);
    thread.on("message", (drawn: QrDrawn) => {
      waiting.get(drawn.id)?.done(picturesOf(drawn));
      waiting.delete(drawn.id);
    });
    thread.on("error", failAll);
    return thread;
  }

  function failAll(error: Error): void {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  }

  function drawOn(thread: Worker | undefined, contents: string[]): Promise<(QrPicture | null)[]> {
    return new Promise((done, fail) => {
      const task: QrTask = { id: tasks, contents };
      waiting.set(task.id, { done, fail });
      thread?.postMessage(task);
    });
  }

  return {
    draw: async (contents) => {
      if (threads.length === 0) threads = Array.from({ length: size }, start);
      const parts: Promise<(QrPicture | null)[]>[] = [];
      for (let from = 0; from < contents.length; from += CODES_PER_TASK) {
        parts.push(drawOn(threads[++tasks % threads.length], contents.slice(from, from + CODES_PER_TASK)));
      }
      return (await Promise.all(parts)).flat();
    },
    close: async () => {
      const ended = threads;
      threads = [];
      failAll(new Error("the threads were closed"));
      await Promise.all(ended.map((thread) => thread.terminate()));
    },
  };
}

function picturesOf({ bytes, lengths, etags }: QrDrawn): (QrPicture | null)[] {
  let at = 0;
  return lengths.map((length, index) => {
    const png = Buffer.from(bytes, at, length);
    at += length;
    return length > 0 ? { png, etag: etags[index] ?? "" } : null;
  });
}
