import type { SearchSelectProps } from "@/components/ui/search-select";
import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR } from "@/components/urls/url-filters";

/** Props of the selects, whose code is loaded on demand. */
export type SearchFilterProps = Pick<SearchSelectProps, "label" | "value" | "shown" | "onChange" | "className">;

/** Options shown before the owners and groups found. */
export const OWNER_OPTIONS = [
  { value: ALL, label: "All owners" },
  { value: NO_CREATOR, label: "No owner" },
];
export const GROUP_OPTIONS = [
  { value: ALL, label: "All groups" },
  { value: NO_GROUP, label: "No group" },
];
