import { renderToStaticMarkup } from "react-dom/server";
import { Bar } from "@/components/analytics/share-list";

test("dashes are mixed in srgb, since Firefox draws no repeating gradient of oklch colours otherwise", () => {
  expect(renderToStaticMarkup(<Bar share={0.5} variant="dashed" />)).toContain("gradient(90deg_in_srgb,");
});
