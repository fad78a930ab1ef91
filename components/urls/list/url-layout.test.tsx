import { renderToStaticMarkup } from "react-dom/server";
import { urlTableLayout } from "@/components/urls/list/url-layout";
import type { ListedUrl } from "@/lib/urls/types";

test("screen readers don't say the column of a date twice, in its heading and its cell", () => {
  const column = urlTableLayout.columns.find(({ title }) => title === "Created");
  const url = { createdAt: "2026-11-21T00:00:00.000Z" } as ListedUrl;
  const html = renderToStaticMarkup(column?.cell(url, {} as never));
  expect(html).toContain('<span class="@table:hidden">Created </span>');
});
