import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { loading } from "@/app/(dashboard)/declare-page";
import { groupsScreen } from "@/app/(dashboard)/groups/loading";
import { PageHeader } from "@/components/shell/page-header";

const markupOf = (node: React.ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>);

const Loading = loading(groupsScreen);

// The page's arrival would close a dialog opened before, and lose what was typed into it.
test("the buttons in a page's header do nothing until the page has loaded", () => {
  const inert = /<div inert="[^"]*"[^>]*><button[^>]*>.*Create Short URL/;
  expect(markupOf(<Loading />)).toMatch(inert);
  const loaded = markupOf(<PageHeader title="Groups" subtitle="Teams" />);
  expect(loaded).toContain("Create Short URL");
  expect(loaded).not.toContain("inert");
});
