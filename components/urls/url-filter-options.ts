import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR } from "@/components/urls/url-filters";

/** Props of the selects, whose code is loaded on demand. */
export type FilterSelectProps = {
  /** Accessible name. */
  label: string;
  value: string;
  /** The label of the value. */
  shown: string;
  onChange: (value: string) => void;
  className?: string;
};

/** Options shown before the owners and groups found. */
export const OWNER_OPTIONS = [
  { value: ALL, label: "All owners" },
  { value: NO_CREATOR, label: "No owner" },
];
export const GROUP_OPTIONS = [
  { value: ALL, label: "All groups" },
  { value: NO_GROUP, label: "No group" },
];
