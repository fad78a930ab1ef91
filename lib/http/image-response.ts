type Image = { bytes: Buffer; mediaType: string; etag: string; lastModified?: Date; fileName: string };

type Options = {
  isDownload?: boolean;
  ifNoneMatch: string | null;
  /** How long the browser may use it without revalidating; default 0. */
  maxAgeSeconds?: number;
  /** Whether anyone may see it, and shared caches may store it. */
  isPublic?: boolean;
};

/** A cacheable image, or 304 if the client's copy is current. */
export function imageResponse(image: Image, options: Options): Response {
  const age = options.maxAgeSeconds ? `max-age=${options.maxAgeSeconds}` : "no-cache";
  const headers = {
    "Cache-Control": `${options.isPublic ? "public" : "private"}, ${age}`,
    ETag: image.etag,
    ...(image.lastModified && { "Last-Modified": image.lastModified.toUTCString() }),
    "Content-Type": image.mediaType,
    "X-Content-Type-Options": "nosniff",
    // An SVG opened directly is a document and could run scripts.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(options.isDownload && { "Content-Disposition": `attachment; filename="${image.fileName}"` }),
  };
  if (matches(options.ifNoneMatch, image.etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), { headers });
}

/** Weak comparison (RFC 9110, section 13.1.2), since a proxy may have weakened the tag. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
