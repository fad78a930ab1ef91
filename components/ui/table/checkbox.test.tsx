import { renderToStaticMarkup } from "react-dom/server";
import { Checkbox } from "@/components/ui/table/checkbox";

test("a click with Shift selects no text, as it would in Firefox", () => {
  expect(renderToStaticMarkup(<Checkbox label="Select spring" checked={false} />)).toMatch(
    /<span class="[^"]*select-none/,
  );
});
