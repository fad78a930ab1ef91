import type { QrDesign, QrDesignFormat, QrSize } from "@/lib/qr/design";
import type { LabelText } from "@/lib/qr/files/label-layout";

export type DesignedCode = {
  content: string;
  design: QrDesign;
  /** As `cleanLogo` returned it; null without a logo. */
  logo: Uint8Array | null;
};

/** Includes contents that its codes may have, the longest first. */
export type DesignToProve = Omit<DesignedCode, "content"> & {
  contents: readonly string[];
  /** How long to search for a remedy; 8 s by default, 0 to skip the search. */
  explainMs?: number;
};

/** Without a size, an SVG fills its container, a PDF is 50 mm wide, and other images have 512 pixels. */
export type RenderRequest = DesignedCode & { format: QrDesignFormat; size?: QrSize | undefined };

export type LabelRequest = DesignedCode & {
  /** In mm. */
  label: { width: number; height: number };
  text: LabelText;
  shortUrl: string;
  /** Null if there is none. */
  title: string | null;
};

/** A cleaned logo: a PNG of at most 1,024 pixels each way, without metadata. */
export type CleanLogo = { png: Buffer; width: number; height: number };
