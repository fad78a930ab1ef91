import { renderToStaticMarkup } from "react-dom/server";
import { HydratedButton } from "@/components/ui/button/hydrated-button";

test("says without JavaScript why it stays disabled", () => {
  const html = renderToStaticMarkup(<HydratedButton>Sign in</HydratedButton>);
  expect(html).toMatch(/<button[^>]* disabled/);
  expect(html).toMatch(/<noscript>.*This page needs JavaScript.*<\/noscript>/);
});
