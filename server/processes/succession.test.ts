import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { answerSuccession, askForCodes, warmUp } from "@/server/processes/succession";

afterEach(() => jest.useRealTimers());

/** A child process that receives messages with `onMessage`. */
function childOf(onMessage: (message: unknown, reply: (message: unknown) => void) => void): ChildProcess {
  const child = new EventEmitter() as ChildProcess;
  const reply = (message: unknown) => setImmediate(() => child.emit("message", message));
  return Object.assign(child, { connected: true, send: (message: unknown) => onMessage(message, reply) });
}

/** Runs `work` as if this process were a front, whose messages `send` gets. */
async function asFront(send: (message: unknown) => void, work: () => Promise<void>): Promise<void> {
  const before = { send: process.send, connected: process.connected };
  Object.assign(process, { connected: true, send });
  try {
    await work();
  } finally {
    Object.assign(process, before);
  }
}

/** The listener that `answerSuccession` adds. */
function listen(links: Parameters<typeof answerSuccession>[0]) {
  const before = process.listeners("message");
  const stop = answerSuccession(links);
  const [listener] = process.listeners("message").filter((one) => !before.includes(one));
  return { before, stop, tell: (message: unknown) => listener?.(message, undefined) };
}

test("a front reports the codes that it has in memory, and looks up another front's codes", async () => {
  const warmed: string[] = [];
  const { before, stop, tell } = listen({
    codes: (max) => ["abc", "def"].slice(0, max),
    warm: async (codes) => void warmed.push(...codes),
  });
  let answer: (message: unknown) => void = () => undefined;
  const front = childOf((message, reply) => {
    answer = reply;
    tell(message);
  });
  await asFront(
    (message) => answer(message),
    async () => {
      expect(await askForCodes(front)).toEqual(["abc", "def"]);
      await warmUp(front, ["abc", "ghi"]);
    },
  );
  expect(warmed).toEqual(["abc", "ghi"]);
  expect(front.listenerCount("message")).toBe(0);
  stop();
  expect(process.listeners("message")).toEqual(before);
});

test("a front that stops while it looks up codes tells nobody", async () => {
  const sent: unknown[] = [];
  const { stop, tell } = listen({
    codes: () => [],
    warm: async () => void Object.assign(process, { connected: false }),
  });
  await asFront(
    (message) => sent.push(message),
    async () => {
      tell({ type: "warm", codes: ["abc"] });
      await new Promise(setImmediate);
    },
  );
  stop();
  expect(sent).toEqual([]);
});

test.each([
  ["says nothing", () => undefined],
  ["says something else", (_message: unknown, reply: (message: unknown) => void) => reply({ type: "codes", codes: 1 })],
])("a front that %s is not waited for", async (_case, onMessage) => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  const asking = askForCodes(childOf(onMessage));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await asking).toEqual([]);
});

test("a front that dies is not waited for", async () => {
  const front = childOf(() => setImmediate(() => front.emit("exit", 1, null)));
  await warmUp(front, ["abc"]);
});
