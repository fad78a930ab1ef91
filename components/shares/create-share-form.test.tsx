import { QueryClientProvider } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { CreateApiKeyForm } from "@/components/api-keys/create-api-key-form";
import { createClient } from "@/components/data/query-provider";
import { CreateShareForm } from "@/components/shares/create-share-form";

test.each([
  ["a shared page's", <CreateShareForm key="share" urlId="1" onCreated={jest.fn()} />],
  ["an API key's", <CreateApiKeyForm key="key" groupId="1" onCreated={jest.fn()} />],
])("%s form reports a pasted name that is too long, which browsers would cut", (_whose, form) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createClient()}>
      <Dialog.Root open>{form}</Dialog.Root>
    </QueryClientProvider>,
  );
  expect(html).toContain('name="name"');
  expect(html).not.toContain("maxLength");
});
