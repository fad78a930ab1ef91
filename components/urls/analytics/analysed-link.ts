import { type AddressFormat, readId, readOption, switchAddress } from "@/components/data/address";

export const ANALYTICS_TABS = ["analytics", "history"] as const;
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number];

/** The state of a link's analytics dialog. */
export type AnalyticsView = { tab: AnalyticsTab; showsBots: boolean };

/** The link whose analytics dialog is open. */
export type AnalysedLink = AnalyticsView & { id: string };

/** Whether lists of clicks include those of bots. */
export const botsAddress = switchAddress("bots", "include");

/** The analytics dialog of the table of links; null if it is closed. */
export const analysedAddress: AddressFormat<AnalysedLink | null> = {
  keys: ["link", "tab", ...botsAddress.keys],
  read: (params) => {
    const id = readId(params, "link");
    const tab = readOption(params, "tab", { options: ANALYTICS_TABS, fallback: ANALYTICS_TABS[0] });
    return id === null ? null : { id, tab, showsBots: botsAddress.read(params) };
  },
  write: (link) =>
    link
      ? {
          link: link.id,
          ...(link.tab !== ANALYTICS_TABS[0] && { tab: link.tab }),
          ...botsAddress.write(link.showsBots),
        }
      : {},
};
