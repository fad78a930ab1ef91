type Image = { bytes: Buffer; mediaType: string; etag: string; fileName: string };

type Options = {
  isDownload?: boolean;
  ifNoneMatch: string | null;
  /** So long the browser need not ask about it; each time unless said. */
  maxAgeSeconds?: number;
};

/** An image that the browser may keep; 304 when it has it already. */
export function imageResponse(image: Image, options: Options): Response {
  const headers = {
    "Cache-Control": options.maxAgeSeconds ? `private, max-age=${options.maxAgeSeconds}` : "private, no-cache",
    ETag: image.etag,
    "Content-Type": image.mediaType,
    "X-Content-Type-Options": "nosniff",
    // An SVG opened by itself is a document: it may do nothing.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(options.isDownload && { "Content-Disposition": `attachment; filename="${image.fileName}"` }),
  };
  if (matches(options.ifNoneMatch, image.etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), { headers });
}

/** The weak comparison: a proxy may have weakened the tag (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
