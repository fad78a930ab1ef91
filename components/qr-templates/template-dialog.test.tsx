import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { groupsQuery } from "@/components/groups/group-queries";
import { TemplateForm } from "@/components/qr-templates/template-dialog";
import { currentUserQuery } from "@/components/users/user-queries";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import type { CurrentUser } from "@/lib/users/types";

jest.mock("@/components/data/use-change", () => ({
  useChange: () => ({ isPending: true }),
  useRefetch: () => () => undefined,
}));

test("while a template is saved, what would not be saved can't be edited", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(groupsQuery.queryKey, []);
  client.setQueryData(currentUserQuery.queryKey, { id: "u1", role: "overall_admin" } as CurrentUser);
  const template = { name: "Poster", groupId: null, design: DEFAULT_DESIGN, isDefault: false, isLocked: false };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Dialog.Root>
        <TemplateForm template={template} onDone={() => undefined} />
      </Dialog.Root>
    </QueryClientProvider>,
  );
  const [, ...disabled] = html.split(/<fieldset disabled=""/).map((part) => part.split("</fieldset>")[0]);
  for (const control of ['value="Poster"', 'aria-label="Default"', "Foreground"]) {
    expect(disabled.filter((part) => part?.includes(control))).toHaveLength(1);
  }
});
