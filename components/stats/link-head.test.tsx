import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { groupsQuery } from "@/components/groups/group-queries";
import { LinkHead } from "@/components/stats/link-head";
import { currentUserQuery } from "@/components/users/user-queries";
import type { ListedUrl } from "@/lib/urls/types";
import type { CurrentUser } from "@/lib/users/types";

const url = {
  id: "1",
  shortCode: "spring",
  shortUrl: "https://hop.example/spring",
  originalUrl: "https://shop.example/",
  status: "active",
  createdAt: "2026-01-01T00:00:00.000Z",
  faviconUrl: null,
  qrCodeUrl: null,
} as Partial<ListedUrl> as ListedUrl;

test.each([
  [null, "No group"],
  ["g1", "Shop"],
  ["g2", "Another group"],
])("a link's page names its group as the table does: %p", (groupId, expected) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(groupsQuery.queryKey, [{ id: "g1", name: "Shop", description: null, userLimit: 5 }]);
  client.setQueryData(currentUserQuery.queryKey, { id: "u1", role: "shortcode_admin" } as CurrentUser);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LinkHead url={{ ...url, groupId }} onOpen={() => {}} />
    </QueryClientProvider>,
  );
  expect(html).toContain(`>${expected}</span>`);
});
