import { renderToStaticMarkup } from "react-dom/server";
import { Button } from "@/components/ui/button";
import { SelectButton } from "@/components/ui/select-button";

// Safari focuses a clicked button only if the attribute is set.
test("buttons get the focus when they are clicked, in Safari too", () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('tabindex="0"');
  expect(renderToStaticMarkup(<SelectButton>Active</SelectButton>)).toContain('tabindex="0"');
});

test("a button with a place of its own in the order of the keyboard keeps it", () => {
  expect(renderToStaticMarkup(<Button tabIndex={-1}>Save</Button>)).toContain('tabindex="-1"');
});
