import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { type ListPage, onePage } from "@/components/data/list-queries";
import { createClient } from "@/components/data/query-provider";
import { useUserList } from "@/components/users/use-user-list";
import { NO_FILTERS, toUserSearch } from "@/components/users/user-filters";
import { userSearchQuery, usersQuery } from "@/components/users/user-queries";
import type { ListedUser } from "@/lib/users/types";

const everyone = page("Ann", 20_000, "/next");

test.each([
  ["nothing", NO_FILTERS, everyone, undefined, "Ann of 20000, more"],
  ["nothing, if all are loaded", NO_FILTERS, page("Ann", 1, null), undefined, "Ann of 1"],
  ["a text, before the answer", by({ text: "ann" }), everyone, undefined, "Ann of 20000, searching"],
  ["a text", by({ text: "bob" }), everyone, page("Bob", 700, "/next"), "Bob of 700, more"],
  ["a text, if all matches are loaded", by({ text: "bob" }), everyone, page("Bob", 1, null), "Bob of 20000"],
  ["a group, before the answer", by({ groupId: "7" }), everyone, undefined, " of 20000, searching"],
  ["a group", by({ groupId: "7" }), everyone, page("Eve", 15_000, "/next"), "Eve of 15000, more"],
])("by %s", (_, filters, newest, found, expected) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersQuery.queryKey, onePage(newest));
  if (found) client.setQueryData(userSearchQuery(toUserSearch(filters)).queryKey, onePage(found));
  const Probe = () => {
    const { users, total, searching, more } = useUserList(filters);
    const names = users.map(({ firstName }) => firstName).join();
    return `${names} of ${total.total}${searching ? ", searching" : ""}${more.hasMore ? ", more" : ""}`;
  };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  expect(html).toBe(expected);
});

test.each([false, true])("more can be loaded unless the users are refetched: %s", (isRefetched) => {
  const client = createClient();
  client.setQueryData(usersQuery.queryKey, onePage(everyone));
  if (isRefetched) void client.invalidateQueries();
  const Probe = () => String(useUserList(NO_FILTERS).more.isFetching);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  expect(html).toBe(String(isRefetched));
});

function by(filters: Partial<typeof NO_FILTERS>) {
  return { ...NO_FILTERS, ...filters };
}

/** A page with one user. */
function page(firstName: string, total: number, next: string | null): ListPage<ListedUser> {
  const user: ListedUser = {
    id: firstName,
    firstName,
    lastName: "Lee",
    email: "lee@north.example",
    role: "shortcode_admin",
    status: "active",
    urlLimit: 1,
    createdAt: "2026-11-21T00:00:00.000Z",
    activeUrlCount: 0,
    hasSignedIn: true,
    groups: [],
    groupCount: 0,
  };
  return { items: [user], total, hasMoreThanTotal: false, next };
}
