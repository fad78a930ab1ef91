import type { QrDesign } from "@/lib/qr/design";
import type { ListedUrl } from "@/lib/urls/types";

/** A design for the QR codes of a group, or of the whole installation. */
export type QrTemplate = {
  id: string;
  /** Null for the installation. */
  groupId: string | null;
  name: string;
  design: QrDesign;
  /** Whether it is the default of its group or the installation, for links without another design. */
  isDefault: boolean;
  /** Whether links can't have another design, if it is the default. */
  isLocked: boolean;
  /** Whether the caller may change it. */
  canManage: boolean;
  /** Number of links for which it was chosen; null unless the caller may change it. */
  urlCount: number | null;
  /** ISO 8601 */
  createdAt: string;
  updatedAt: string;
};

/** Source of the design of a link's code: its own, a chosen template, a default, or none at all. */
export type DesignSource = "own" | "template" | "group" | "installation" | "none";

/** The design that a link's QR code has. */
export type DesignInForce = {
  design: QrDesign;
  source: DesignSource;
  /** Null for an own design, and without any. */
  template: { id: string; name: string } | null;
  /** Whether the link can't have another design. */
  isLocked: boolean;
};

/** The design that was chosen for a link, and the one that its code has. */
export type UrlDesign = {
  /** Null if none was chosen. */
  chosen: { templateId: string } | { design: QrDesign } | null;
  inForce: DesignInForce;
};

/** A QR code in the list of all codes. */
export type QrCode = ListedUrl & {
  /** Scans by people in the last 30 days. */
  scans30d: number;
  designSource: DesignSource;
  /** Null for an own design, and without any. */
  templateName: string | null;
  /** Whether it is light on a transparent background, and so shown on black. */
  isForBlack: boolean;
  hasLogo: boolean;
  /** Changes with the image: append it as `v` to the image's path. */
  version: string;
};

/** Whether scanners read a design. */
export type QrProof =
  | {
      ok: true;
      /** The smallest width at which the longest code was read at 150 dpi, with modules of at least 0.33 mm. */
      minSizeMm: number;
    }
  | {
      ok: false;
      /** Message for the user: what fails, and what to change. */
      reason: string;
      /** The failed check: contrast, small, a condition such as as_is or tilted, or the invalid field. */
      check: string;
      /** The largest size of the logo that passes, if a smaller logo is the remedy. */
      percent?: number;
    };

/** An uploaded logo, in pixels. */
export type QrLogo = { id: string; width: number; height: number };

/** A location where a link's QR code is displayed. */
export type Placement = {
  name: string;
  /** Content of its QR code. */
  content: string;
  /** All-time scans by people. */
  scans: number;
  /** ISO 8601 */
  createdAt: string;
};

/** The outcome of regenerating all QR codes. */
export type RegeneratedQr = {
  /** Links with a QR code, without deleted ones. */
  updatedCount: number;
  /** ISO 8601 */
  regeneratedAt: string;
};

/** How long a requested file can be downloaded, before it is deleted. */
export const QR_FILE_KEPT_MS = 24 * 60 * 60 * 1_000;

/** A ZIP file of QR codes, or label sheets as a PDF, that somebody requested. */
export type QrFile = {
  id: string;
  kind: "zip" | "sheet";
  fileName: string;
  /** Number of codes in it. */
  total: number;
  /** Number of codes rendered so far; it can be downloaded once all are rendered. */
  done: number;
  /** Why it can't be made; null if it can. */
  failure: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** When it is deleted. ISO 8601 */
  expiresAt: string;
};
