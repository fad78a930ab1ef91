"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";

type CodeImageProps = {
  /** Path of the image. */
  src: string | null;
  isForBlack: boolean;
  isDimmed: boolean;
};

/** A code on its paper, fetched once it is near the window. Decorative: what is beside it says the same. */
export function CodeImage({ src, isForBlack, isDimmed }: CodeImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) {
    return (
      <span className="grid size-22 place-items-center rounded-md border border-line text-muted @table:size-32">
        <ImageOff aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: rendered by our own server
    <img
      src={src}
      alt=""
      width={128}
      height={128}
      loading="lazy"
      decoding="async"
      className={cn(
        "size-22 rounded-md border border-line object-contain @table:size-32",
        isForBlack ? "bg-black" : "bg-white",
        isDimmed && "opacity-45",
      )}
      ref={(image) => {
        // It may have failed before hydration.
        if (image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
      onError={() => setFailed(src)}
    />
  );
}
