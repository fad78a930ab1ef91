/** A place where a link's QR code hangs. */
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
