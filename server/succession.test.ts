import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { answerSuccession, askForCodes, warmUp } from "@/server/succession";

afterEach(() => jest.useRealTimers());

/** A child process that receives messages with `onMessage`. */
function childOf(onMessage: (message: unknown, reply: (message: unknown) => void) => void): ChildProcess {
  const child = new EventEmitter() as ChildProcess;
  const reply = (message: unknown) => setImmediate(() => child.emit("message", message));
  return Object.assign(child, { connected: true, send: (message: unknown) => onMessage(message, reply) });
}

test("a front reports the codes that it has in memory, and looks up another front's codes", async () => {
  const warmed: string[] = [];
  const before = process.listeners("message");
  const stop = answerSuccession({
    codes: (max) => ["abc", "def"].slice(0, max),
    warm: async (codes) => void warmed.push(...codes),
  });
  const [listener] = process.listeners("message").filter((one) => !before.includes(one));
  const { send } = process;
  const front = childOf((message, reply) => {
    process.send = (answer: unknown) => {
      reply(answer);
      return true;
    };
    listener?.(message, undefined);
  });
  expect(await askForCodes(front)).toEqual(["abc", "def"]);
  await warmUp(front, ["abc", "ghi"]);
  expect(warmed).toEqual(["abc", "ghi"]);
  expect(front.listenerCount("message")).toBe(0);
  if (send) process.send = send;
  else delete process.send;
  stop();
  expect(process.listeners("message")).toEqual(before);
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
