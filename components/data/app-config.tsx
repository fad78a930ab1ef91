"use client";

import { createContext, type ReactNode, useContext } from "react";

/** What the server decides and screens show. */
export type AppConfig = {
  brand: string;
  /** Without a slash at its end, for example "https://hop.example". */
  baseUrl: string;
  /** Whether sites are asked for their icons. */
  favicons: boolean;
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
