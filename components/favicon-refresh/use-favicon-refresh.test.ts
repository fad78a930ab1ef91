import { createClient } from "@/components/data/query-provider";
import { faviconRefreshQuery } from "@/components/favicon-refresh/use-favicon-progress";
import { lookForRefresh } from "@/components/favicon-refresh/use-favicon-refresh";
import type { FaviconRefresh } from "@/lib/favicons/types";

const { queryKey } = faviconRefreshQuery;
const NONE: FaviconRefresh = { isRunning: false, startedAt: null, totalUrls: 0, updatedCount: 0, failedCount: 0 };
const RUNNING: FaviconRefresh = { ...NONE, isRunning: true, startedAt: "2026-01-01T00:00:00.000Z", totalUrls: 9 };

/** A look whose response arrives with the returned function. */
function look(known?: FaviconRefresh) {
  const client = createClient();
  if (known) client.setQueryData(queryKey, known);
  let respond: (response: Response) => void = () => undefined;
  jest.spyOn(globalThis, "fetch").mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const done = lookForRefresh(client);
  const answer = async (response: Response) => {
    respond(response);
    await done;
    return client.getQueryData(queryKey);
  };
  return { client, answer };
}

test.each([undefined, NONE])("a refresh that someone else started is found", async (known) => {
  expect(await look(known).answer(Response.json(RUNNING))).toEqual(RUNNING);
});

test("a response from before the start of a refresh doesn't end it", async () => {
  const { client, answer } = look(NONE);
  client.setQueryData(queryKey, RUNNING);
  expect(await answer(Response.json(NONE))).toEqual(RUNNING);
});

test("a response from before the end of a refresh doesn't start it again", async () => {
  const { client, answer } = look(RUNNING);
  const ended = { ...RUNNING, isRunning: false, updatedCount: 9 };
  client.setQueryData(queryKey, ended);
  expect(await answer(Response.json(RUNNING))).toEqual(ended);
});

test("a failure changes nothing", async () => {
  expect(await look(RUNNING).answer(new Response("no", { status: 503 }))).toEqual(RUNNING);
});
