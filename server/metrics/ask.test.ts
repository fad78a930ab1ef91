import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { createAsker } from "@/server/metrics/ask";
import { sample } from "@/server/metrics/sample";

const TIMEOUT_MS = 30;
const samples = [sample("hop_link_cache_links", 1)];

function createChild() {
  const child = Object.assign(new EventEmitter(), { connected: true, asked: 0, send: () => void child.asked++ });
  const ask = createAsker(child as unknown as ChildProcess, TIMEOUT_MS);
  const answer = (given: unknown = samples) => child.emit("message", { type: "metrics", samples: given });
  child.emit("message", { type: "ready" });
  return { child, ask, answer };
}

test("a process sends its samples; other messages are ignored", async () => {
  const { child, ask, answer } = createChild();
  const asking = ask();
  child.emit("message", { type: "failing" });
  child.emit("message", "stop");
  answer();
  expect(await asking).toEqual(samples);
});

test("concurrent scrapes share one query", async () => {
  const { child, ask, answer } = createChild();
  const asking = Promise.all([ask(), ask(), ask()]);
  answer();
  expect([await asking, child.asked]).toEqual([[samples, samples, samples], 1]);
});

test("a process that hangs is not asked again until it has answered, so that queries do not pile up", async () => {
  const { child, ask, answer } = createChild();
  for (let scrape = 0; scrape < 3; scrape++) expect(await ask()).toBeNull();
  expect(child.asked).toBe(1);
  answer();
  const asking = ask();
  expect(child.asked).toBe(2);
  answer();
  expect(await asking).toEqual(samples);
});

test("one that is starting is not asked, since it may not be listening", async () => {
  const child = Object.assign(new EventEmitter(), { connected: true, asked: 0, send: () => void child.asked++ });
  const ask = createAsker(child as unknown as ChildProcess, TIMEOUT_MS);
  expect([await ask(), child.asked]).toEqual([null, 0]);
  child.emit("message", { type: "ready" });
  void ask();
  expect(child.asked).toBe(1);
});

test("one that failed, has exited, or exits in the meantime has none", async () => {
  const { child, ask, answer } = createChild();
  const failing = ask();
  answer(null);
  expect(await failing).toBeNull();
  const dying = ask();
  child.emit("exit");
  expect(await dying).toBeNull();
  child.connected = false;
  expect(await ask()).toBeNull();
  expect(child.asked).toBe(2);
});
