import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { needsRecentSignIn } from "@/components/auth/confirm-identity";
import { call } from "@/components/data/api";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { type ChangeOptions, useChange } from "@/components/data/use-change";
import { byKey, storedValues } from "@/components/settings/setting-values";
import { settingsQuery } from "@/components/settings/settings-queries";
import { toastLoadFailed } from "@/components/ui/button/on-demand";
import { toast } from "@/components/ui/toast/toast-store";
import { paths } from "@/lib/paths";
import type { SettingsValues } from "@/lib/settings/schema";
import {
  MAIL_SETTING_KEYS,
  SETTING_KEYS,
  type Setting,
  type SettingKey,
  type TestMailResult,
} from "@/lib/settings/types";

/**
 * Saves the changed settings, or tests the changed mail settings. Both may need a recent sign-in.
 *
 * @param inheritedHost the mail server if none is stored
 */
export function useSettingsActions(form: UseFormReturn<SettingsValues>, inheritedHost: string) {
  const { dirtyFields, defaultValues, isDirty } = form.formState;
  const [unconfirmed, setUnconfirmed] = useState<"save" | "test" | null>(null);
  // Discarded: nothing is left that a sign-in would confirm.
  if (unconfirmed && !isDirty) setUnconfirmed(null);
  const [testedValues, setTestedValues] = useState("");

  const changesOf = (keys: readonly SettingKey[]) =>
    toSettingsBody(keys, form.getValues(), { dirtyFields, shownHost: defaultValues?.smtp_host || inheritedHost });

  const showError = (error: Error, action: "save" | "test") => {
    const isUnconfirmed = needsRecentSignIn(error);
    setUnconfirmed(isUnconfirmed ? action : null);
    return isUnconfirmed || showOnField(error, SETTING_KEYS, form.setError);
  };
  const update = useUpdate({
    onDone: (saved) => form.reset(storedValues(byKey(saved))),
    showError: (error) => showError(error, "save"),
  });
  const test = useChange((body: SettingsBody) => call<TestMailResult>("POST", paths.api.testMail, body), [], {
    onDone: () => setUnconfirmed(null),
    showError: (error) => showError(error, "test"),
    onError: (error) => toastError(error, "Failed to send the test email"),
  });
  const save = form.handleSubmit(() => update.mutate(changesOf(SETTING_KEYS)));

  async function testMail() {
    if (!(await form.trigger([...MAIL_SETTING_KEYS], { shouldFocus: true }))) return;
    setTestedValues(JSON.stringify(form.getValues(MAIL_SETTING_KEYS)));
    test.mutate(changesOf(MAIL_SETTING_KEYS));
  }

  const onTest = () => void testMail().catch(toastLoadFailed);

  return { save, update, mailTest: { test, testedValues, onTest }, unconfirmed };
}

type SettingsBody = { settings: { key: SettingKey; value: string | null }[]; ifMailHost?: string };
type Changed = { dirtyFields: Partial<Record<SettingKey, boolean>>; shownHost: string };

/**
 * The changed settings among these. A login is for the mail server that the form shows: it must not be sent to one that
 * someone else has entered in the meantime.
 */
export function toSettingsBody(
  keys: readonly SettingKey[],
  values: SettingsValues,
  { dirtyFields, shownHost }: Changed,
): SettingsBody {
  const settings = keys.filter((key) => dirtyFields[key]).map((key) => ({ key, value: values[key] }));
  // An emptied host stays as it is; null removes it.
  const isHostChanged = dirtyFields.smtp_host && values.smtp_host?.trim() !== "";
  const isForShownHost = (dirtyFields.smtp_user || dirtyFields.smtp_password) && !isHostChanged;
  return { settings, ...(isForShownHost && { ifMailHost: shownHost }) };
}

/** Saves settings and refetches everything that shows the base URL. */
function useUpdate(shown: Pick<ChangeOptions<SettingsBody, Setting[]>, "onDone" | "showError">) {
  const client = useQueryClient();
  const router = useRouter();
  return useChange((body) => call<Setting[]>("PUT", paths.api.settings, body), [paths.api.urls, paths.api.topUrls], {
    ...shown,
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      router.refresh();
      toast({ title: "Settings updated successfully" });
    },
    onError: (error) => toastError(error, "Failed to update settings"),
  });
}
