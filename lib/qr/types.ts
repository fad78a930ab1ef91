import type { QrDesign } from "@/lib/qr/design";
import type { Proof } from "@/lib/qr/studio-types";
import type { ListedUrl } from "@/lib/urls/types";

/** A design for the QR codes of a group, or of the whole installation. */
export type QrTemplate = {
  id: string;
  /** Null: the installation. */
  groupId: string | null;
  name: string;
  design: QrDesign;
  /** Of its group, or of the installation: for links without another design. */
  isDefault: boolean;
  /** Of a default: links can't have another design. */
  isLocked: boolean;
  /** Whether the caller may change it. */
  canManage: boolean;
  /** Links for which it was chosen. */
  urlCount: number;
  /** ISO 8601 */
  createdAt: string;
  updatedAt: string;
};

/** Where the design of a link's code comes from: its own, a chosen template, a default, or none at all. */
export type DesignSource = "own" | "template" | "group" | "installation" | "none";

/** The design that a link's QR code has. */
export type DesignInForce = {
  design: QrDesign;
  source: DesignSource;
  /** Null for an own design, and without any. */
  template: { id: string; name: string } | null;
  /** The link can't have another design. */
  isLocked: boolean;
};

/** The design that was chosen for a link, and the one that its code has. */
export type UrlDesign = {
  /** Null: none was chosen. */
  chosen: { templateId: string } | { design: QrDesign } | null;
  inForce: DesignInForce;
};

/** A QR code in the list of all codes. */
export type QrCode = ListedUrl & {
  /** By people, in the last 30 days. */
  scans30d: number;
  designSource: DesignSource;
  /** Null for an own design, and without any. */
  templateName: string | null;
  /** Light on nothing: shown on black. */
  isForBlack: boolean;
  hasLogo: boolean;
  /** Changes with the image: append it as `v` to the image's path. */
  version: string;
};

/** Whether scanners read a design. */
export type QrProof = Proof;

/** An uploaded logo, in pixels. */
export type QrLogo = { id: string; width: number; height: number };

/** A place where a link's QR code is displayed. */
export type Placement = {
  name: string;
  /** What its QR code contains. */
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

/** A ZIP file of QR codes, or label sheets as a PDF, that somebody requested. */
export type QrFile = {
  id: string;
  kind: "zip" | "sheet";
  fileName: string;
  /** Codes in it. */
  total: number;
  /** Codes rendered so far; it can be downloaded once these are all. */
  done: number;
  /** Why it can't be made; null: it can. */
  failure: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** When it is deleted. ISO 8601 */
  expiresAt: string;
};
