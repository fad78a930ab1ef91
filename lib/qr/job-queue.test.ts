import { createJobQueue } from "@/lib/qr/job-queue";

const always = () => true;
const queueOf = (maxLength: number) => {
  const queue = createJobQueue<{ requester: string; name: string }>(maxLength);
  return {
    add: (...names: string[]) => names.map((name) => queue.push({ requester: name.charAt(0), name })?.name),
    next: (isReady: (name: string) => boolean = always) => queue.shift(({ name }) => isReady(name))?.name,
  };
};

test("requesters take turns, whose jobs are done in order", () => {
  const { add, next } = queueOf(9);
  add("a1", "a2", "a3", "b1", "b2", "c1");
  expect([next(), next()]).toEqual(["a1", "b1"]);
  add("d1");
  expect(Array.from({ length: 6 }, () => next())).toEqual(["c1", "a2", "b2", "d1", "a3", undefined]);
});

test("a job that is not ready keeps no other waiting", () => {
  const { add, next } = queueOf(9);
  add("a1", "a2", "b1");
  const isReady = (name: string) => name !== "a1";
  expect([next(isReady), next(isReady), next(isReady), next()]).toEqual(["a2", "b1", undefined, "a1"]);
});

test("a full queue has room for others: whoever has the most jobs loses the newest", () => {
  const { add, next } = queueOf(3);
  expect(add("a1", "a2", "a3", "a4", "b1", "c1", "d1", "b2")).toEqual([
    ...[undefined, undefined, undefined, "a4"],
    ...["a3", "a2", "d1", "b2"],
  ]);
  expect(Array.from({ length: 4 }, () => next())).toEqual(["a1", "b1", "c1", undefined]);
});
