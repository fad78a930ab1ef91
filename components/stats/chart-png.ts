import { saveFile } from "@/components/ui/save-file";

/** Twice the size on screen, for sharp print and projectors. */
const SCALE = 2;
const MARGIN = 24;
const TITLE_HEIGHT = 38;
const LINE_HEIGHT = 18;
const KEY_WIDTH = 24;
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

/** The caption above a chart's image. */
export type ChartCaption = {
  title: string;
  lines: readonly string[];
  /** Legend of the lines, if there are several of a kind. */
  keys?: readonly { text: string; colour: string; dash?: string }[];
};

/** Saves a chart as an image, below its caption and in the light theme. */
export async function savePng(svg: SVGSVGElement, caption: ChartCaption, name: string): Promise<void> {
  saveFile(await toPng(svg, caption), name);
}

async function toPng(svg: SVGSVGElement, caption: ChartCaption): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const clone = svg.cloneNode(true);
  if (!(clone instanceof SVGSVGElement)) throw new TypeError("not an SVG");
  clone.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  clone.setAttribute("width", String(width));
  clone.setAttribute("height", String(height));
  clone.setAttribute("font-family", FONT);
  const text = new XMLSerializer().serializeToString(clone);
  const colours = withLightTheme((colour) => {
    const resolve = (css: string) => css.replace(/var\((--[\w-]+)\)/g, (_, variable: string) => colour(variable));
    return {
      source: resolve(text),
      ink: colour("--color-ink"),
      muted: colour("--color-muted"),
      surface: colour("--color-surface"),
      keys: caption.keys?.map((key) => resolve(key.colour)) ?? [],
    };
  });
  const image = await loadImage(colours.source);
  const canvas = document.createElement("canvas");
  const headHeight = TITLE_HEIGHT + (caption.lines.length + colours.keys.length) * LINE_HEIGHT;
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + headHeight + 2 * MARGIN) * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(SCALE, SCALE);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawCaption(context, caption, { ...colours, width });
  context.drawImage(image, MARGIN, MARGIN + headHeight, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png");
  });
}

type Look = { ink: string; muted: string; keys: readonly string[]; width: number };

function drawCaption(context: CanvasRenderingContext2D, { title, lines, keys = [] }: ChartCaption, look: Look): void {
  context.fillStyle = look.ink;
  context.font = `600 18px ${FONT}`;
  context.fillText(title, MARGIN, MARGIN + 16, look.width);
  context.fillStyle = look.muted;
  context.font = `13px ${FONT}`;
  const baseline = (line: number) => MARGIN + TITLE_HEIGHT + line * LINE_HEIGHT;
  for (const [index, line] of lines.entries()) context.fillText(line, MARGIN, baseline(index), look.width);
  context.lineWidth = 2;
  for (const [index, { text, dash = "" }] of keys.entries()) {
    const y = baseline(lines.length + index);
    context.strokeStyle = look.keys[index] ?? look.muted;
    context.setLineDash(dash.split(" ").filter(Boolean).map(Number));
    context.beginPath();
    context.moveTo(MARGIN, y - 4);
    context.lineTo(MARGIN + KEY_WIDTH, y - 4);
    context.stroke();
    context.fillText(text, MARGIN + KEY_WIDTH + 8, y, look.width - KEY_WIDTH - 8);
  }
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
