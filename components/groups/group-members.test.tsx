import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { onePage } from "@/components/data/list-queries";
import { GroupMembers } from "@/components/groups/group-members";
import { groupMembersQuery } from "@/components/groups/group-queries";
import type { GroupMember } from "@/lib/groups/types";

const group = { id: "7", name: "Sales", description: null, userLimit: 100_000 };

test.each([
  [2, 2, ["Members (2)"], ["Search members", "Load more", "Showing"]],
  [30, 30, ["Members (30)", "Search members", "Showing 30 members"], ["Load more"]],
  [15_000, 100, ["Members (15,000)", "Search members", "Showing 100 members", "of 15,000", "Load more"], []],
])("of %d members, %d are loaded: the list can be searched and continued if need be", (total, loaded, has, lacks) => {
  const items = Array.from({ length: loaded }, (_, index) => member(index));
  const next = loaded < total ? "/next" : null;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const key = groupMembersQuery(group.id, "").queryKey;
  client.setQueryData(key, onePage({ items, total, hasMoreThanTotal: false, next }));
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <GroupMembers group={group} canManage={false} />
    </QueryClientProvider>,
  );
  expect(html.match(/@north\.example<\/p>/g)).toHaveLength(loaded);
  for (const text of has) expect(html).toContain(text);
  for (const text of lacks) expect(html).not.toContain(text);
});

function member(index: number): GroupMember {
  const email = `${index}@north.example`;
  return { id: email, firstName: "Ann", lastName: "Lee", email, role: "shortcode_admin", status: "active" };
}
