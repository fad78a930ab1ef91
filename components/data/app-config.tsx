"use client";

import { createContext, type ReactNode, useContext } from "react";

/** Configuration of the server that screens show. */
type AppConfig = {
  brand: string;
  /** Without a trailing slash, for example "https://hop.example". */
  baseUrl: string;
  /** IANA name of the zone that days are in. */
  timeZone: string;
  /** Whether favicons are fetched. */
  favicons: boolean;
  /** Whether mail is sent, not printed. */
  hasMailServer: boolean;
};

const AppConfigContext = createContext<AppConfig | undefined>(undefined);

export function AppConfigProvider({ config, children }: { config: AppConfig; children: ReactNode }) {
  return <AppConfigContext value={config}>{children}</AppConfigContext>;
}

export function useAppConfig(): AppConfig {
  const config = useContext(AppConfigContext);
  if (!config) throw new Error("useAppConfig needs an AppConfigProvider above it");
  return config;
}
