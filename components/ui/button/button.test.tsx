import { renderToStaticMarkup } from "react-dom/server";
import { Button } from "@/components/ui/button/button";
import { SelectButton } from "@/components/ui/form/select-button";

// Safari focuses a clicked button only if the attribute is set.
test("buttons get the focus when they are clicked, in Safari too", () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('tabindex="0"');
  expect(renderToStaticMarkup(<SelectButton>Active</SelectButton>)).toContain('tabindex="0"');
});

test("a button with a place of its own in the order of the keyboard keeps it", () => {
  expect(renderToStaticMarkup(<Button tabIndex={-1}>Save</Button>)).toContain('tabindex="-1"');
});

// Browsers take the focus from disabled buttons, and it would start at the top of the page again.
test("a loading button stays focusable, but ignores clicks and doesn't submit", () => {
  const onClick = jest.fn();
  const html = renderToStaticMarkup(<Button loading>Save</Button>);
  expect(html).toMatch(/aria-disabled="true"/);
  expect(html).not.toMatch(/ disabled/);
  const { props } = Button({ type: "submit", loading: true, onClick, children: "Save" });
  const event = { preventDefault: jest.fn(), stopPropagation: jest.fn() };
  props.onClick(event);
  expect(onClick).not.toHaveBeenCalled();
  expect(event.preventDefault).toHaveBeenCalled();
});

test("a button that is not loading is disabled only if asked to", () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).not.toContain("disabled=");
  expect(renderToStaticMarkup(<Button disabled>Save</Button>)).toMatch(/ disabled=""/);
});
