import { environmentManager, type QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { addMissing, InitialData, replaceOlder } from "@/components/data/initial-data";
import { createClient } from "@/components/data/query-provider";

const queryKey = ["urls"];
const MINUTE_MS = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
  // Only a browser drops queries that are no longer shown.
  environmentManager.setIsServer(() => false);
});
afterEach(() => jest.useRealTimers());

/** Shows a page until its queries are no longer wanted. @returns what it shows in the end */
async function visit(client: QueryClient, page: React.ReactNode, status: string, change?: () => void) {
  renderToStaticMarkup(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  const observer = new QueryObserver(client, { queryKey, queryFn: async () => status });
  const leave = observer.subscribe(() => undefined);
  change?.();
  await jest.advanceTimersByTimeAsync(0);
  leave();
  return observer.getCurrentResult().data;
}

test.each([1, 6, 600])("going back after %d minutes shows what the user changed before", async (minutes) => {
  const client = createClient();
  const page = (
    <InitialData loadedAt={Date.now()} seeds={[[queryKey, "active"]]}>
      {null}
    </InitialData>
  );
  expect(await visit(client, page, "active")).toBe("active");
  expect(await visit(client, page, "paused", () => void client.invalidateQueries({ queryKey }))).toBe("paused");
  await jest.advanceTimersByTimeAsync(minutes * MINUTE_MS);
  expect(await visit(client, page, "paused")).toBe("paused");
});

test("data that a page was loaded with is not fetched again, even if it arrives late", async () => {
  const client = createClient();
  const page = (
    <InitialData loadedAt={Date.now()} seeds={[[queryKey, "active"]]}>
      {null}
    </InitialData>
  );
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(await visit(client, page, "fetched")).toBe("active");
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(
    await visit(
      client,
      <InitialData loadedAt={Date.now()} seeds={[[queryKey, "paused"]]}>
        {null}
      </InitialData>,
      "fetched",
    ),
  ).toBe("paused");
});

/** Shows a page, and what is in the cache then. */
function show(client: QueryClient, data: string, loadedAt: number) {
  const seeds = [[queryKey, data]] as const;
  replaceOlder(client, seeds, addMissing(client, seeds, loadedAt));
  return client.getQueryData(queryKey);
}

test.each([2, 120])("a browser's clock that is set %d minutes forward keeps no page old", async (minutes) => {
  const client = createClient();
  let aheadMs = 0;
  const serverNow = () => Date.now() - aheadMs;
  show(client, "active", serverNow());
  await jest.advanceTimersByTimeAsync(1000);
  aheadMs = minutes * MINUTE_MS;
  jest.setSystemTime(Date.now() + aheadMs);
  client.setQueryData(queryKey, "paused");
  await jest.advanceTimersByTimeAsync(1000);
  expect(show(client, "deleted", serverNow())).toBe("deleted");
  client.removeQueries({ queryKey });
  show(client, "active", serverNow());
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
});

describe.each([-120, 0, 120])("with a browser's clock that is %d seconds ahead", (seconds) => {
  /** When the server loads something now. */
  const serverNow = () => Date.now() - seconds * 1000;
  test("a restored page keeps what was fetched since, and a page loaded later replaces it", async () => {
    const client = createClient();
    const loadedAt = serverNow();
    await jest.advanceTimersByTimeAsync(200);
    expect(show(client, "active", loadedAt)).toBe("active");
    await jest.advanceTimersByTimeAsync(30_000);
    client.setQueryData(queryKey, "paused");
    await jest.advanceTimersByTimeAsync(1000);
    expect(show(client, "active", loadedAt)).toBe("paused");
    expect(show(client, "deleted", serverNow())).toBe("deleted");
  });

  test("a page loaded before a change and delivered after it doesn't undo it", async () => {
    const client = createClient();
    show(client, "active", serverNow());
    await jest.advanceTimersByTimeAsync(1000);
    const loadedAt = serverNow();
    await jest.advanceTimersByTimeAsync(1000);
    client.setQueryData(queryKey, "paused");
    await jest.advanceTimersByTimeAsync(1000);
    expect(show(client, "active", loadedAt)).toBe("paused");
  });
});
