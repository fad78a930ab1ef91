import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { type JobMessage, type JobReply, runJob } from "@/lib/qr/child/jobs";
import { UnfinishedError } from "@/lib/qr/child/memory";

// Reads untrusted images and runs decoders for its parent (lib/qr/child-process.ts), without secrets or a database.

process.on("message", (message: JobMessage) => void answer(message));
// Its parent no longer needs it, or is gone.
// Exiting would wait for the threads, one of which may draw an endless SVG.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Ignored, since the parent stops it.
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => undefined);

async function answer(message: JobMessage): Promise<void> {
  const { id } = message;
  try {
    reply({ id, output: await runJob(message) });
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, name: message.name }, "QR job failed");
    const refusal =
      error instanceof AppError
        ? { code: error.code, message: error.message, ...(error.field !== undefined && { field: error.field }) }
        : null;
    reply({ id, refusal, isUnfinished: error instanceof UnfinishedError });
  }
}

function reply(message: JobReply): void {
  if (process.connected) process.send?.(message);
}
