import { Parser } from "htmlparser2";
import { AppError } from "@/lib/errors";

const MAX_ELEMENTS = 20_000;
/** Maximum number of embedded images: each is decoded and stays in memory until the SVG is drawn. */
const MAX_IMAGES = 20;

/** Forbidden elements by local name in lower case, with the advice to show. */
const REFUSED_ELEMENTS: Record<string, string> = {
  script: "The SVG contains a script; remove it.",
  foreignobject: "The SVG contains HTML (foreignObject); remove it.",
  iframe: "The SVG contains HTML; remove it.",
  text: "The SVG contains text, which needs fonts; convert it to outlines.",
  tspan: "The SVG contains text, which needs fonts; convert it to outlines.",
};
const EXTERNAL = "The SVG refers to another file or site; embed it instead.";
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg);base64,([a-z0-9+/=\s]*)$/i;

export type SvgLogo = {
  text: string;
  /** Width of the image in its own units; null if not specified. */
  width: number | null;
  height: number | null;
  /** Embedded PNG and JPEG images, whose dimensions have yet to be checked. */
  images: Buffer[];
};

/**
 * Reads an SVG strictly: no script, events, entities, text, or references to anything outside.
 *
 * @throws AppError invalid, with a message for the user
 */
export function parseSvgLogo(bytes: Buffer): SvgLogo {
  const text = decode(bytes);
  const logo: SvgLogo = { text, width: null, height: null, images: [] };
  const open: string[] = [];
  let style = "";
  let elements = 0;
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (name.startsWith("!")) throw refused("The SVG has a DOCTYPE or entities; save it without them.");
        if (name !== "?xml") throw refused(EXTERNAL);
        if (/encoding\s*=\s*["'](?!utf-8["'])/i.test(data)) throw refused("The SVG must be encoded as UTF-8.");
      },
      onopentag(qualified, attributes) {
        const name = localName(qualified);
        elements += 1;
        if (elements > MAX_ELEMENTS) throw refused("The SVG is too complex for a logo; simplify it.");
        if (elements === 1) Object.assign(logo, dimensionsOf(name, attributes));
        const reason = REFUSED_ELEMENTS[name];
        if (reason) throw refused(reason);
        open.push(name);
        for (const [key, value] of Object.entries(attributes)) checkAttribute(key, value, logo);
      },
      onclosetag() {
        if (open.pop() !== "style") return;
        checkStyle(style);
        style = "";
      },
      // A text with entities arrives in parts.
      ontext(data) {
        if (open.at(-1) === "style") style += data;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (elements === 0) throw refused("This file is not an SVG image.");
  return logo;
}

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8.
  }
  throw refused("The SVG must be encoded as UTF-8.");
}

function dimensionsOf(name: string, attributes: Record<string, string>): Pick<SvgLogo, "width" | "height"> {
  if (name !== "svg") throw refused("This file is not an SVG image.");
  const [, , boxWidth, boxHeight] = (attributes.viewBox ?? "").split(/[\s,]+/).map(Number);
  const [width, height] = [attributes.width, attributes.height].map((text) => Number.parseFloat(text ?? ""));
  // For percentages, centimetres and so on, the view box gives the proportions.
  const hasUnit = /[^\d.\s]/.test(`${attributes.width ?? ""}${attributes.height ?? ""}`.replaceAll("px", ""));
  const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : null);
  return {
    width: (hasUnit ? null : positive(width)) ?? positive(boxWidth),
    height: (hasUnit ? null : positive(height)) ?? positive(boxHeight),
  };
}

function checkAttribute(qualified: string, value: string, logo: SvgLogo): void {
  const name = localName(qualified);
  if (name.startsWith("on")) throw refused("The SVG contains event handlers; remove them.");
  if (qualified.toLowerCase() === "xml:base") throw refused(EXTERNAL);
  if (name === "href" || name === "src") checkReference(value.trim(), logo);
  else checkStyle(value, name === "style");
}

function checkReference(value: string, logo: SvgLogo): void {
  if (value === "" || value.startsWith("#")) return;
  const [, data] = EMBEDDED_IMAGE.exec(value) ?? [];
  if (data === undefined) throw refused(EXTERNAL);
  if (logo.images.length >= MAX_IMAGES) throw refused("The SVG contains too many images; use fewer.");
  logo.images.push(Buffer.from(data, "base64"));
}

/** Escapes could hide a reference. */
function checkStyle(text: string, isCss = true): void {
  if (isCss && (/@import/i.test(text) || text.includes("\\"))) throw refused(EXTERNAL);
  if (/url\(/i.test(text.replace(/url\([\s"']*#/gi, ""))) throw refused(EXTERNAL);
}

function localName(qualified: string): string {
  return (qualified.split(":").at(-1) ?? "").toLowerCase();
}

/** A file that can't be a logo, with a message for the user. */
export function refused(message: string): AppError {
  return new AppError("invalid", message, "logo");
}
