"use client";

import { Globe } from "lucide-react";
import { useState } from "react";

/** The favicon of the destination; a globe if there is none or it fails to load. */
export function Favicon({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) return <Globe aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />;
  return (
    // biome-ignore lint/performance/noImgElement: tiny, served as is
    <img
      src={src}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      className="size-4 shrink-0 rounded-sm"
      ref={(image) => {
        // It may have failed before hydration.
        if (image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
      onError={() => setFailed(src)}
    />
  );
}
