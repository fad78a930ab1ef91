"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { settingsQuery } from "@/components/settings/settings-queries";
import { paths } from "@/lib/paths";
import type { Setting, SettingKey, TestMailResult } from "@/lib/settings/types";

type SettingChange = { key: SettingKey; value: string | null };

/** Saves settings and refetches everything that shows the base URL. */
export function useUpdateSettings() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (settings: SettingChange[]) => call<Setting[]>("PUT", paths.api.settings, { settings }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      void client.invalidateQueries({ queryKey: queryKeys.urls });
      void client.invalidateQueries({ queryKey: queryKeys.topUrls });
      router.refresh();
    },
  });
}

/** Sends a test email with the stored settings and these changes to them. */
export function useSendTestMail() {
  return useMutation({
    mutationFn: (settings: SettingChange[]) => call<TestMailResult>("POST", paths.api.testMail, { settings }),
  });
}
