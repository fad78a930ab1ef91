import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { findTemplates, TemplateList } from "@/components/qr-templates/template-list";
import { templatesQuery } from "@/components/qr-templates/template-queries";
import { currentUserQuery } from "@/components/users/user-queries";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import type { QrTemplate } from "@/lib/qr/types";
import type { CurrentUser } from "@/lib/users/types";

test.each([
  [3, 3, false],
  [2000, 16, true],
])("of %d templates, %d load their previews at first", (count, shown, isSearchable) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const templates = Array.from({ length: count }, (_, index) => template({ id: String(index), name: `No. ${index}` }));
  client.setQueryData(templatesQuery.queryKey, templates);
  client.setQueryData(currentUserQuery.queryKey, { id: "u1", role: "shortcode_admin" } as CurrentUser);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TemplateList />
    </QueryClientProvider>,
  );
  expect(html.match(/<li/g)).toHaveLength(shown);
  expect(html.includes("Search templates")).toBe(isSearchable);
});

test.each([
  ["", ["1", "2", "3"]],
  ["poster", ["1", "2"]],
  ["POSTER sales", ["2"]],
  ["all groups", ["1"]],
  ["another", ["3"]],
  ["flyer", []],
])("templates found for %j by name and group: %j", (text, expected) => {
  const templates = [
    template({ id: "1", name: "Poster" }),
    template({ id: "2", name: "Large poster", groupId: "s" }),
    template({ id: "3", name: "Card", groupId: "unknown" }),
  ];
  const found = findTemplates(templates, text, new Map([["s", "Sales"]]));
  expect(found.map(({ id }) => id)).toEqual(expected);
});

function template(fields: Partial<QrTemplate>): QrTemplate {
  return {
    id: "1",
    name: "Poster",
    groupId: null,
    design: DEFAULT_DESIGN,
    isDefault: false,
    isLocked: false,
    urlCount: 0,
    canManage: false,
    ...fields,
  } as QrTemplate;
}
