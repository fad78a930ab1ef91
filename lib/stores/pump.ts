import { addAbortSignal, type Writable } from "node:stream";
import { StoreError } from "@/lib/stores/store";

type Sides<T> = { produce: (target: Writable) => Promise<T>; consume: Promise<void>; signal: AbortSignal };

/**
 * Runs the writer and the reader of a stream, waits for both, and ends the stream after the writer. When one fails, the
 * stream is destroyed, so the other fails as well.
 *
 * @throws the reader's StoreError, otherwise the writer's error
 */
export async function pump<T>(target: Writable, { produce, consume, signal }: Sides<T>): Promise<T> {
  const stop = (error: unknown): never => {
    target.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  };
  target.on("error", () => undefined);
  addAbortSignal(signal, target);
  const producing = produce(target).then((result) => {
    target.end();
    return result;
  });
  const [consumed, produced] = await Promise.allSettled([consume.catch(stop), producing.catch(stop)]);
  signal.throwIfAborted();
  if (consumed.status === "rejected" && consumed.reason instanceof StoreError) throw consumed.reason;
  if (produced.status === "rejected") throw produced.reason;
  if (consumed.status === "rejected") throw consumed.reason;
  return produced.value;
}
