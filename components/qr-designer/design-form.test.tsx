import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { toDraft } from "@/components/qr-designer/design-draft";
import { DesignForm } from "@/components/qr-designer/design-form";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

test("a draft that is shown again keeps what someone else has saved meanwhile", () => {
  const draft = { ...toDraft(DEFAULT_DESIGN), background: "#fdf6e3" };
  const saved = { ...DEFAULT_DESIGN, frame: { text: "Fair 2026", position: "bottom" as const } };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog.Root>
        <DesignForm
          design={saved}
          edited={{ draft, base: DEFAULT_DESIGN }}
          groupId={null}
          head={() => null}
          isHeadChanged={false}
          submitLabel="Save design"
          pending={false}
          onSubmit={() => undefined}
        />
      </Dialog.Root>
    </QueryClientProvider>,
  );
  for (const value of ["#fdf6e3", "Fair 2026"]) expect(html).toContain(`value="${value}"`);
});
