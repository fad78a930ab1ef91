import { calls } from "@/lib/http/calls";
import { bytesBody, route } from "@/lib/http/route";
import { QR_LOGO_MAX_BYTES } from "@/lib/qr/design";
import { addLogo } from "@/lib/qr/designs/add-logo";
import { addLogoSchema, LOGO_MEDIA_TYPES } from "@/lib/qr/designs/template-schema";

/** Decoding takes some tenths of a second, but up to eight for an SVG made for that; two are decoded at once. */
const CLEANING_COST = 60;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route(
    {
      auth: "session",
      query: addLogoSchema,
      body: bytesBody,
      mediaTypes: LOGO_MEDIA_TYPES,
      maxBodyBytes: QR_LOGO_MAX_BYTES,
      status: 201,
      cost: CLEANING_COST,
    },
    ({ actor, query, body }) => addLogo(actor, body, query),
  ),
});
