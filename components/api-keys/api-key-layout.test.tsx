import { renderToStaticMarkup } from "react-dom/server";
import { apiKeyTableLayout } from "@/components/api-keys/api-key-layout";
import type { ApiKey } from "@/lib/api-keys/types";

test("screen readers don't say the column of a key's creator twice, in its heading and its cell", () => {
  const column = apiKeyTableLayout.columns.find(({ title }) => title === "Created by");
  const apiKey = { createdBy: { firstName: "Ann", lastName: "Lee" }, adoptedBy: null } as ApiKey;
  const html = renderToStaticMarkup(column?.cell(apiKey, { canDelete: true }));
  expect(html).toContain('<span class="@roomy:hidden">Created by </span>');
});
