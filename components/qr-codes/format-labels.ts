import type { QrDesignFormat } from "@/lib/qr/design";

export const FORMAT_LABELS: Record<QrDesignFormat, string> = { png: "PNG", svg: "SVG", webp: "WebP", pdf: "PDF" };
