import { type AddressFormat, readOption } from "@/components/data/address";

export const QR_TABS = [
  { value: "codes", label: "Codes" },
  { value: "templates", label: "Templates" },
  { value: "maintenance", label: "Maintenance" },
] as const;
type QrTab = (typeof QR_TABS)[number]["value"];

const DEFAULT_TAB: QrTab = QR_TABS[0].value;

/** The tab in the address. The filters of the codes are separate (url-address.ts). */
export const qrCodesAddress: AddressFormat<{ tab: QrTab }> = {
  keys: ["tab"],
  read: (params) => ({
    tab: readOption(params, "tab", { options: QR_TABS.map(({ value }) => value), fallback: DEFAULT_TAB }),
  }),
  write: ({ tab }) => ({ ...(tab !== DEFAULT_TAB && { tab }) }),
};
