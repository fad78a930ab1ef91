import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createClient } from "@/components/data/query-provider";
import { groupsQuery } from "@/components/groups/group-queries";
import { GroupField } from "@/components/urls/group-field";

test.each([
  ["No group", null, null],
  ["Sales", "g1", null],
  ["Current group", "g2", "g2"],
  ["Former group", "g2", null],
  ["Former group", "g3", "g2"],
])("%s: %s is chosen for a link in group %s", (label, value, current) => {
  const client = createClient();
  client.setQueryData(groupsQuery.queryKey, [{ id: "g1", name: "Sales", description: null, userLimit: 10 }]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <GroupField value={value} current={current} onChange={jest.fn()} />
    </QueryClientProvider>,
  );
  expect(html).toContain(`<span>${label}</span>`);
});

test("a group is not called a former one before the groups have loaded", () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createClient()}>
      <GroupField value="g1" current={null} onChange={jest.fn()} />
    </QueryClientProvider>,
  );
  expect(html).not.toContain("Former group");
});
