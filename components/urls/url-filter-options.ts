import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR } from "@/components/urls/url-filters";

/** What the selects need; their code is loaded on demand. */
export type FilterSelectProps = {
  /** Accessible name. */
  label: string;
  value: string;
  /** The label of the value. */
  shown: string;
  onChange: (value: string) => void;
  className?: string;
};

export const ANY_OWNER = { value: ALL, label: "All owners" };
export const WITHOUT_OWNER = { value: NO_CREATOR, label: "No owner" };
export const ANY_GROUP = { value: ALL, label: "All groups" };
export const WITHOUT_GROUP = { value: NO_GROUP, label: "No group" };
