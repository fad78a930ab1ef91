import type { ChildProcess } from "node:child_process";
import type { Redirector } from "@/lib/redirect/redirector";
import * as z from "@/lib/zod";

// On a reload, new fronts look up the links that old ones have in memory, so that they can redirect without a database
// as well. The two may have different versions, so a front that doesn't respond is not waited for.

/** Takes about 400 KB of text and 40 queries. */
const MAX_CODES = 20_000;
const CODES_MS = 1_000;
const WARM_MS = 5_000;

const messageSchema = z.union([
  z.object({ type: z.literal("tell-codes") }),
  z.object({ type: z.literal("codes"), codes: z.array(z.string()) }),
  z.object({ type: z.literal("warm"), codes: z.array(z.string()) }),
  z.object({ type: z.literal("warmed") }),
]);
type Message = z.infer<typeof messageSchema>;

/** Answers both questions, in a front. @returns a function that stops this */
export function answerSuccession({ codes, warm }: Redirector["links"]): () => void {
  const tell = (message: Message) => {
    // Looking up codes may outlast the connection to the supervisor.
    if (process.connected) process.send?.(message);
  };
  const onMessage = (received: unknown) => {
    const { data: message } = messageSchema.safeParse(received);
    if (message?.type === "tell-codes") tell({ type: "codes", codes: codes(MAX_CODES) });
    if (message?.type === "warm") void warm(message.codes).then(() => tell({ type: "warmed" }));
  };
  process.on("message", onMessage);
  return () => process.off("message", onMessage);
}

/** The codes of links that a front has in memory; none if it doesn't respond. */
export async function askForCodes(front: ChildProcess): Promise<string[]> {
  const answer = await ask(front, { type: "tell-codes" }, CODES_MS);
  return answer?.type === "codes" ? answer.codes : [];
}

/** Makes a front look up codes; resolves when it has done so, or after a while. */
export async function warmUp(front: ChildProcess, codes: readonly string[]): Promise<void> {
  await ask(front, { type: "warm", codes: codes.slice(-MAX_CODES) }, WARM_MS);
}

function ask(front: ChildProcess, question: Message, limitMs: number): Promise<Message | undefined> {
  const wanted = question.type === "warm" ? "warmed" : "codes";
  return new Promise((resolve) => {
    const end = (answer?: Message) => {
      clearTimeout(timer);
      front.off("message", onMessage).off("exit", onExit);
      resolve(answer);
    };
    const onExit = () => end();
    const onMessage = (received: unknown) => {
      const { data: answer } = messageSchema.safeParse(received);
      if (answer?.type === wanted) end(answer);
    };
    const timer = setTimeout(end, limitMs);
    front.on("message", onMessage).once("exit", onExit);
    // Its exit, or the timeout, follows an error.
    if (front.connected) front.send(question, () => undefined);
  });
}
