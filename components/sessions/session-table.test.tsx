import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { sessionsQuery } from "@/components/sessions/session-queries";
import { SessionTable } from "@/components/sessions/session-table";
import type { Session } from "@/lib/sessions/types";

test("screen readers don't say the columns of times twice, in their headings and their cells", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const at = "2026-11-21T00:00:00.000Z";
  const session = { id: "1", browser: "Firefox", os: "Linux", country: null, createdAt: at, lastSeenAt: at };
  client.setQueryData(sessionsQuery.queryKey, [{ ...session, isCurrent: false } as unknown as Session]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SessionTable />
    </QueryClientProvider>,
  );
  for (const label of ["Signed in", "Last seen"])
    expect(html).toContain(`<span class="@table:hidden">${label} </span>`);
});
