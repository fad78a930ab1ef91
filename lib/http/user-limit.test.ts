import { NextRequest } from "next/server";
import { v7 as uuidv7 } from "uuid";
import { route } from "@/lib/http/route";
import { countUserCall } from "@/lib/http/user-limit";

const LIMIT = 600;
const mockActor = { id: "", role: "shortcode_admin", label: "Ann" };
jest.mock("../auth/session", () => ({ getActor: async () => mockActor }));

beforeEach(() => {
  mockActor.id = uuidv7();
});

const handler = route({ auth: "session" }, () => ({}));
const call = (run = handler) => run(new NextRequest("http://hop.example/api/urls"), { params: Promise.resolve({}) });

test("a user gets 600 calls per minute, then 429 with Retry-After; other users are unaffected", async () => {
  for (let i = 0; i < LIMIT; i++) expect((await call()).status).toBe(200);
  const refused = await call();
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await refused.json()).toMatchObject({
    code: "rate_limited",
    message: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds?\.$/),
  });
  mockActor.id = uuidv7();
  expect((await call()).status).toBe(200);
});

test("a rate-limited call does not run the handler", async () => {
  const handle = jest.fn(() => ({}));
  const limited = route({ auth: "session" }, handle);
  for (let i = 0; i < LIMIT + 5; i++) await call(limited);
  expect(handle).toHaveBeenCalledTimes(LIMIT);
});

test("a call with cost 0.1 is allowed ten times as often", async () => {
  const icon = route({ auth: "session", cost: 0.1 }, () => ({}));
  for (let i = 0; i < LIMIT * 9; i++) await call(icon);
  expect((await call(icon)).status).toBe(200);
  expect((await call()).status).toBe(200);
});

test("calls without a session are not counted", async () => {
  const unauthenticated = route({ auth: "public" }, () => ({}));
  for (let i = 0; i < LIMIT; i++) await call();
  expect((await call(unauthenticated)).status).toBe(200);
});

test("the limit resets after a minute", async () => {
  jest.useFakeTimers();
  const { id } = mockActor;
  for (let i = 0; i < LIMIT; i++) await countUserCall(id);
  await expect(countUserCall(id)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  jest.advanceTimersByTime(59_000);
  await expect(countUserCall(id)).rejects.toMatchObject({ retryAfterSeconds: 1 });
  jest.advanceTimersByTime(1_001);
  await countUserCall(id);
  jest.useRealTimers();
});

test("a clock that is set back makes nobody wait longer", async () => {
  jest.useFakeTimers();
  const { id } = mockActor;
  for (let i = 0; i < LIMIT; i++) await countUserCall(id);
  jest.setSystemTime(Date.now() - 7_200_000);
  await expect(countUserCall(id)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  jest.advanceTimersByTime(60_001);
  await countUserCall(id);
  jest.useRealTimers();
});
