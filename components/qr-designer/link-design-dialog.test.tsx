import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { LoadedDesign } from "@/components/qr-designer/link-design-dialog";
import { templatesQuery } from "@/components/qr-templates/template-queries";
import { linkDesignQuery } from "@/components/urls/url-queries";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import type { ShortUrl } from "@/lib/urls/types";

const url: ShortUrl = {
  id: "1",
  shortCode: "spring",
  shortUrl: "https://hop.example/spring",
  originalUrl: "https://shop.example/",
  status: "active",
  clickCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  createdById: "u",
  groupId: null,
  faviconUrl: null,
  qrCodeUrl: null,
};

test("a failed refetch doesn't replace the form, which would lose what is edited", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = linkDesignQuery(url.id);
  const inForce = { design: DEFAULT_DESIGN, source: "none" as const, template: null, isLocked: false };
  client.setQueryData(queryKey, { chosen: null, inForce });
  client.setQueryData(templatesQuery.queryKey, []);
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: "error", error: new TypeError("Failed to fetch") });
  const handlers = { onTyped: () => {}, onDone: () => {}, onCancel: () => {} };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LoadedDesign url={url} {...handlers} />
    </QueryClientProvider>,
  );
  expect(html).toContain("Save design");
});
