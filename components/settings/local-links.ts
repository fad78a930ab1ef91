import { useAppConfig } from "@/components/data/app-config";
import { localLinksText } from "@/components/settings/local-links-text";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Warns that links lead to the server's own machine only, if the page is open on another one; else null. */
export function useLocalLinks(): string | null {
  const { baseUrl } = useAppConfig();
  return useHydrated() ? localLinksText(baseUrl, window.location.hostname) : null;
}
