import { Globe } from "lucide-react";
import { useImageFailure } from "@/components/ui/use-image-failure";

/** The favicon of the destination; a globe if there is none or it fails to load. */
export function Favicon({ src }: { src: string | null }) {
  const { hasFailed, handlers } = useImageFailure(src);
  if (!src || hasFailed) return <Globe aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />;
  return (
    // biome-ignore lint/performance/noImgElement: tiny, served as is
    <img src={src} alt="" width={16} height={16} loading="lazy" className="size-4 shrink-0 rounded-sm" {...handlers} />
  );
}
