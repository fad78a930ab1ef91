/** Twice the size on screen, for sharp print and projectors. */
const SCALE = 2;
const MARGIN = 24;
const TITLE_HEIGHT = 38;
const LINE_HEIGHT = 18;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** The light theme's colour of a variable, whichever theme is shown. Nothing is painted in between. */
function withLightTheme<T>(read: (colour: (variable: string) => string) => T): T {
  const root = document.documentElement;
  const isDark = root.classList.contains("dark");
  root.classList.remove("dark");
  const style = getComputedStyle(root);
  try {
    return read((variable) => style.getPropertyValue(variable).trim());
  } finally {
    if (isDark) root.classList.add("dark");
  }
}

/** Draws a chart below a title and lines that say what it shows, in the light theme. */
export async function toPng(
  svg: SVGSVGElement,
  { title, lines }: { title: string; lines: readonly string[] },
): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const clone = svg.cloneNode(true);
  if (!(clone instanceof SVGSVGElement)) throw new TypeError("not an SVG");
  clone.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  clone.setAttribute("width", String(width));
  clone.setAttribute("height", String(height));
  clone.setAttribute("font-family", FONT);
  const text = new XMLSerializer().serializeToString(clone);
  const { source, ink, muted, surface } = withLightTheme((colour) => ({
    source: text.replace(/var\((--[\w-]+)\)/g, (_, variable: string) => colour(variable)),
    ink: colour("--ink"),
    muted: colour("--muted"),
    surface: colour("--surface"),
  }));
  const image = await loadImage(source);
  const canvas = document.createElement("canvas");
  const headHeight = TITLE_HEIGHT + lines.length * LINE_HEIGHT;
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + headHeight + 2 * MARGIN) * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(SCALE, SCALE);
  context.fillStyle = surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `600 18px ${FONT}`;
  context.fillText(title, MARGIN, MARGIN + 16, width);
  context.fillStyle = muted;
  context.font = `13px ${FONT}`;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, MARGIN, MARGIN + TITLE_HEIGHT + index * LINE_HEIGHT, width);
  }
  context.drawImage(image, MARGIN, MARGIN + headHeight, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png");
  });
}

async function loadImage(source: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

/** Saves a file under a name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
