/** The progress of the latest refresh of all favicons, counted in links. */
export type FaviconRefresh = {
  isRunning: boolean;
  /** ISO 8601; null if favicons have never been refreshed. */
  startedAt: string | null;
  /** Links whose favicon is refreshed; those deleted in the meantime leave the count. */
  totalUrls: number;
  /** Links whose site was checked and has an icon. */
  updatedCount: number;
  /** Links whose site was checked and has no icon. */
  failedCount: number;
};
