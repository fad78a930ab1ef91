/** The outcome of regenerating all QR codes. */
export type RegeneratedQr = {
  /** Links with a QR code, without deleted ones. */
  updatedCount: number;
  /** ISO 8601 */
  regeneratedAt: string;
};
