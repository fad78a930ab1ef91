import { environmentManager, QueryObserver } from "@tanstack/react-query";
import { createClient } from "@/components/data/query-provider";
import { databaseServerQuery } from "@/components/settings/settings-queries";
import type { DatabaseServer } from "@/lib/settings/types";

const POLL_MS = 5_000;

environmentManager.setIsServer(() => false);

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const serverWith = (done?: number): DatabaseServer => ({
  version: "18.4",
  isEmbedded: true,
  warning: null,
  migrations: done === undefined ? [] : [{ name: "clicks to visits", done, total: 40, isFailing: false }],
});

test("the progress of background migrations is polled until they end, even after a failure, which changes nothing", async () => {
  const answers = [
    () => Response.json(serverWith(20)),
    () => new Response("<h1>Starting</h1>", { status: 503 }),
    () => {
      throw new TypeError("Failed to fetch");
    },
    () => Response.json(serverWith(30)),
    () => Response.json(serverWith()),
  ];
  const calls = jest.spyOn(globalThis, "fetch").mockImplementation(async () => {
    const answer = answers.shift();
    if (!answer) throw new Error("Called once more");
    return answer();
  });
  const client = createClient();
  client.mount();
  client.setQueryData(databaseServerQuery.queryKey, serverWith(10));
  const observer = new QueryObserver(client, databaseServerQuery);
  const stop = observer.subscribe(() => undefined);
  const shown: (number | undefined)[] = [];
  for (let poll = 0; poll < 8; poll++) {
    await jest.advanceTimersByTimeAsync(POLL_MS);
    shown.push(observer.getCurrentResult().data?.migrations[0]?.done);
  }
  expect(shown).toEqual([20, 20, 20, 30, undefined, undefined, undefined, undefined]);
  expect(calls).toHaveBeenCalledTimes(5);
  stop();
  client.unmount();
});
