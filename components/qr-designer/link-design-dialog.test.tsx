import { type Query, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { LoadedDesign } from "@/components/qr-designer/link-design-dialog";
import { linkDesignQuery } from "@/components/qr-designer/link-design-query";
import { templatesQuery } from "@/components/qr-templates/template-queries";
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

type State = Parameters<Query["setState"]>[0];

/** Renders the form whose query has a design and this state. */
function render(state: State): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = linkDesignQuery(url.id);
  const inForce = { design: DEFAULT_DESIGN, source: "none" as const, template: null, isLocked: false };
  client.setQueryData(queryKey, { chosen: null, inForce });
  client.setQueryData(templatesQuery.queryKey, []);
  client.getQueryCache().find({ queryKey })?.setState(state);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Dialog.Root>
        <LoadedDesign url={url} onDone={() => undefined} />
      </Dialog.Root>
    </QueryClientProvider>,
  );
}

test("a failed refetch doesn't replace the form, which would lose what is edited", () => {
  expect(render({ status: "error", error: new TypeError("Failed to fetch") })).toContain("Save design");
});

test("a designer that opens while the design is refetched after a change waits for it", () => {
  expect(render({ fetchStatus: "fetching" })).not.toContain("Save design");
});
