import { renderToStaticMarkup } from "react-dom/server";
import { Face } from "@/components/progress/progress-toasts";

// Sonner's region is live: a screen reader would read out the figures each second.
test("the figures of running work are not announced, but its title is", () => {
  const card = { id: "1", title: "Preparing a ZIP file", label: "ZIP file", done: 20, total: 175, unit: "QR code" };
  const html = renderToStaticMarkup(<Face card={{ ...card, state: "running" }} />);
  const [announced = "", figures = ""] = html.split('aria-live="off"');
  expect(announced).toContain(">Preparing a ZIP file<");
  expect(announced).toContain('aria-valuetext="20 of 175 QR codes"');
  expect(announced).not.toContain(">20 of 175");
  expect(figures).toContain(">20 of 175 QR codes<");
});
