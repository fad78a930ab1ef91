import type { Actor } from "@/lib/actor";
import { etagOf } from "@/lib/etag";
import { readUsableLogo } from "@/lib/qr/designs/logos";
import type { PreviewInput } from "@/lib/qr/designs/template-schema";
import { qrContent } from "@/lib/qr/render";
import { renderDesign } from "@/lib/qr/studio";
import { getBaseUrl } from "@/lib/settings/queries";
import { getUrlOrThrow } from "@/lib/urls/queries";

/** Placeholder short code while a template is designed. */
const EXAMPLE_CODE = "example";

/**
 * An SVG of a design that is not saved: with the content of a link that the actor may see, or an example.
 *
 * @throws AppError not_found; invalid; unavailable
 */
export async function previewDesign(actor: Actor, { design, urlId, placement }: PreviewInput) {
  const [logo, baseUrl, code] = await Promise.all([
    readUsableLogo(actor, design),
    getBaseUrl(),
    urlId ? getUrlOrThrow(actor, urlId).then(({ url }) => url.shortCode) : EXAMPLE_CODE,
  ]);
  const content = qrContent(`${baseUrl}/${code}`, placement ?? undefined);
  const bytes = await renderDesign({ content, design, logo, format: "svg" }, actor.id);
  return { bytes, mediaType: "image/svg+xml", etag: etagOf(bytes), fileName: `${code}.svg` };
}
