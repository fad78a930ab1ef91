import { renderToStaticMarkup } from "react-dom/server";
import { Fields } from "@/components/api-reference/reference-parts";

test("a field's description shows what is between backticks as code", () => {
  const field = { name: "creator", type: "string", isRequired: false, description: "Null without `email`" };
  const page = renderToStaticMarkup(<Fields fields={[field]} />);
  expect(page).toMatch(/Null without <code[^>]*>email<\/code>/);
  expect(page).not.toContain("`");
});
