"use client";

import { type FormEvent, useState } from "react";
import { type Control, useForm } from "react-hook-form";
import { ConfirmIdentity, needsRecentSignIn } from "@/components/auth/confirm-identity";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { SettingField } from "@/components/settings/setting-field";
import { useBaseUrlHint, usePasswordHint } from "@/components/settings/setting-hints";
import { byKey, type SettingsByKey, storedValues } from "@/components/settings/setting-values";
import { BASE_URL_WORDS, MAIL_WORDS } from "@/components/settings/setting-words";
import { useUpdateSettings } from "@/components/settings/settings-mutations";
import { SettingsPair, SettingsSection } from "@/components/settings/settings-section";
import { TestMail } from "@/components/settings/test-mail";
import { settingsResolver, useSettingsRules } from "@/components/settings/use-settings-rules";
import { Button } from "@/components/ui/button";
import { FormFields } from "@/components/ui/form-fields";
import { LeaveGuard } from "@/components/ui/leave-guard";
import { toastLoadFailed } from "@/components/ui/on-demand";
import { toast } from "@/components/ui/toast-store";
import type { SettingsValues } from "@/lib/settings/schema";
import { SETTING_KEYS, type Setting } from "@/lib/settings/types";

/** All settings, saved together. Sends only the changed ones. */
export function SettingsForm({ list }: { list: Setting[] }) {
  const settings = byKey(list);
  const update = useUpdateSettings();
  const { rules, load } = useSettingsRules();
  const form = useForm({ resolver: settingsResolver, defaultValues: storedValues(settings) });
  const { control } = form;
  const { isDirty, dirtyFields } = form.formState;
  const [needsConfirmation, setNeedsConfirmation] = useState(false);
  const baseUrlHint = useBaseUrlHint(control, settings, rules);

  const save = form.handleSubmit((values) => {
    const changed = SETTING_KEYS.filter((key) => dirtyFields[key]);
    update.mutate(
      changed.map((key) => ({ key, value: values[key] })),
      {
        onSuccess: (saved) => {
          setNeedsConfirmation(false);
          form.reset(storedValues(byKey(saved)));
          toast({ title: "Settings updated successfully" });
        },
        onError: (error) => {
          if (showOnField(error, SETTING_KEYS, form.setError)) return;
          if (needsRecentSignIn(error)) return setNeedsConfirmation(true);
          toastError(error, "Failed to update settings");
        },
      },
    );
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    load().then(() => save(), toastLoadFailed);
  };

  return (
    <form noValidate aria-label="Settings" onFocus={() => void load().catch(() => undefined)} onSubmit={onSubmit}>
      <LeaveGuard active={isDirty && !update.isPending} />
      <FormFields pending={update.isPending} className="gap-6">
        <SettingsSection {...BASE_URL_WORDS}>
          <SettingField
            setting={settings.base_url}
            control={control}
            label="Base URL"
            hint={baseUrlHint}
            inputMode="url"
          />
        </SettingsSection>
        <SettingsSection {...MAIL_WORDS} footer={<TestMail hasChanges={isDirty} />}>
          <MailFields settings={settings} control={control} />
        </SettingsSection>
        {isDirty && needsConfirmation && <ConfirmIdentity onConfirmed={save} />}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-end">
          <p role="status" className="min-h-5 text-muted text-sm sm:mr-auto">
            {isDirty && "You have unsaved changes."}
          </p>
          <Button variant="secondary" disabled={!isDirty} onClick={() => form.reset()}>
            Discard
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            Save changes
          </Button>
        </div>
      </FormFields>
    </form>
  );
}

type MailFieldsProps = { settings: SettingsByKey; control: Control<SettingsValues> };

function MailFields({ settings, control }: MailFieldsProps) {
  const passwordHint = usePasswordHint(control, settings);
  return (
    <>
      <SettingsPair>
        <SettingField setting={settings.smtp_host} control={control} label="Host" />
        <SettingField setting={settings.smtp_port} control={control} label="Port" inputMode="numeric" />
      </SettingsPair>
      <p className="-mt-2 text-muted text-sm">Port 465 uses implicit TLS; other ports require STARTTLS.</p>
      <SettingField setting={settings.smtp_user} control={control} label="User name" />
      <SettingField
        setting={settings.smtp_password}
        control={control}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={passwordHint}
      />
      <SettingField
        setting={settings.smtp_from_email}
        control={control}
        label="From address"
        type="email"
        inputMode="email"
        hint="Sender of all emails."
      />
      <SettingField
        setting={settings.smtp_bcc_email}
        control={control}
        label="Bcc address"
        type="email"
        inputMode="email"
        hint="Receives a blind copy of every email except sign-in links."
      />
    </>
  );
}
