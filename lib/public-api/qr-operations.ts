import { paths } from "@/lib/paths";
import { ID_OR_CODE, type Operation } from "@/lib/public-api/operation";
import { placementSchema, removedPlacementSchema, templateSchema } from "@/lib/public-api/qr-types";
import { addPlacementSchema } from "@/lib/qr/placements/schema";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import * as z from "@/lib/zod";

/** The operations of QR codes. */
export const qrOperations: Operation[] = [
  {
    method: "get",
    path: paths.api.v1UrlQr(ID_OR_CODE),
    id: "getUrlQr",
    scopes: ["read"],
    summary: "Get a short URL's QR code",
    description:
      "Uses the short URL's design unless the query overrides it: 409 if the design is locked. Also 404 for a short " +
      "URL that was created without a QR code.",
    query: qrQuerySchema,
    headers: { "If-None-Match": z.string().optional().describe("The ETag of the image you have") },
    mediaTypes: ["image/png", "image/svg+xml", "image/webp", "application/pdf"],
    responseHeaders: {
      ETag: "Strong entity tag of the image; changes when QR codes are regenerated",
      "Last-Modified": "When the QR code was generated",
    },
    otherResponses: { 304: "The image you have is current" },
    otherErrors: [409],
  },
  {
    method: "get",
    path: paths.api.v1UrlPlacements(ID_OR_CODE),
    id: "listPlacements",
    scopes: ["read"],
    summary: "List a short URL's placements",
    description: "Places where its QR code is displayed, by name. Statistics break scans down by placement.",
    data: placementSchema,
    isList: true,
  },
  {
    method: "post",
    path: paths.api.v1UrlPlacements(ID_OR_CODE),
    id: "addPlacement",
    scopes: ["update"],
    summary: "Add a placement to a short URL",
    description:
      "A short URL can have up to 50. Each has its own QR code: pass `placement` to the call that returns the code.",
    body: addPlacementSchema,
    status: 201,
    data: placementSchema,
    otherErrors: [409],
  },
  {
    method: "delete",
    path: paths.api.v1UrlPlacement(ID_OR_CODE, "{name}"),
    id: "removePlacement",
    scopes: ["update"],
    summary: "Remove a placement of a short URL",
    description: "Scans already counted keep it; later ones are counted without a placement.",
    data: removedPlacementSchema,
    otherErrors: [409],
  },
  {
    method: "get",
    path: paths.api.v1QrTemplates,
    id: "listQrTemplates",
    scopes: ["read"],
    summary: "List the QR templates of the key's group and of the installation",
    description:
      "A link's QR code has the design chosen for it, else the default of its group, else that of the installation; a " +
      "locked default wins.",
    data: templateSchema,
    isList: true,
  },
];
