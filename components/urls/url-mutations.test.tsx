import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { activityQuery } from "@/components/audit/activity-query";
import { dashboardStatsQuery, topUrlsQuery } from "@/components/dashboard/dashboard-queries";
import { createClient } from "@/components/data/query-provider";
import { groupCountsQuery } from "@/components/groups/group-queries";
import { CODES } from "@/components/qr-codes/code-queries";
import { toastAfter } from "@/components/ui/testing/toast-after";
import { inverseOf, URL_UPDATE, useUpdateUrl } from "@/components/urls/url-mutations";
import { urlsQuery } from "@/components/urls/url-queries";
import { currentUserQuery, usersQuery } from "@/components/users/user-queries";
import type { UpdateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

test("after a link was edited, whatever shows it or counts it is fetched again", async () => {
  const client = createClient();
  const shown = [
    urlsQuery,
    CODES.all,
    // An edit may change the destination, and delete or restore the link.
    topUrlsQuery,
    dashboardStatsQuery,
    activityQuery,
    currentUserQuery,
    usersQuery,
    groupCountsQuery,
  ].map(({ queryKey }) => queryKey);
  for (const key of shown) client.setQueryData(key, []);
  let edit: (() => void) | undefined;
  function Editor() {
    const { mutate } = useUpdateUrl("1", URL_UPDATE);
    edit = () => mutate({ status: "deleted" });
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Editor />
    </QueryClientProvider>,
  );
  jest.spyOn(globalThis, "fetch").mockResolvedValueOnce(Response.json({}));
  await toastAfter(edit);
  expect(shown.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([]);
});

const before = { id: "1", originalUrl: "https://old.example/", status: "active" } as ShortUrl;

test.each<[UpdateUrlInput, UpdateUrlInput]>([
  [
    { originalUrl: "https://new.example/" },
    { originalUrl: "https://old.example/", ifOriginalUrl: "https://new.example/" },
  ],
  [
    { status: "paused", ifStatus: "active" },
    { status: "active", ifStatus: "paused" },
  ],
  // The form shows the status that somebody else has set since it was opened.
  [
    { status: "active", ifStatus: "deleted" },
    { status: "deleted", ifStatus: "active" },
  ],
])("%j is undone by %j", (change, undo) => {
  expect(inverseOf(before, change)).toEqual(undo);
});
