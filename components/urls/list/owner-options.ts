import type { SearchSelectProps } from "@/components/ui/form/search-select";
import { ALL, NO_CREATOR } from "@/components/urls/list/url-filters";

/** Props of the select, whose code is loaded on demand. */
export type OwnerSelectProps = Pick<SearchSelectProps, "label" | "value" | "shown" | "onChange" | "className">;

/** Options shown before the owners found. */
export const OWNER_OPTIONS = [
  { value: ALL, label: "All owners" },
  { value: NO_CREATOR, label: "No owner" },
];
