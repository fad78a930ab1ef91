"use client";

import type { FormEvent } from "react";
import { type Control, useForm } from "react-hook-form";
import { ConfirmIdentity } from "@/components/auth/confirm-identity";
import { SaveBar } from "@/components/settings/save-bar";
import { SettingField } from "@/components/settings/setting-field";
import { useBaseUrlHint, usePasswordHint } from "@/components/settings/setting-hints";
import { SettingSwitch } from "@/components/settings/setting-switch";
import { byKey, type SettingsByKey, storedValues } from "@/components/settings/setting-values";
import { BASE_URL_WORDS, MAIL_WORDS, QR_WORDS } from "@/components/settings/setting-words";
import { SettingsPair, SettingsSection } from "@/components/settings/settings-section";
import { TestMail } from "@/components/settings/test-mail";
import { useSettingsActions } from "@/components/settings/use-settings-actions";
import { settingsResolver, useSettingsRules } from "@/components/settings/use-settings-rules";
import { FormFields } from "@/components/ui/form-fields";
import { LeaveGuard } from "@/components/ui/leave-guard";
import { toastLoadFailed } from "@/components/ui/on-demand";
import type { SettingsValues } from "@/lib/settings/schema";
import type { Setting } from "@/lib/settings/types";

/** All settings, saved together. Sends only the changed ones. */
export function SettingsForm({ list }: { list: Setting[] }) {
  const settings = byKey(list);
  const { rules, load } = useSettingsRules();
  const form = useForm({ resolver: settingsResolver, defaultValues: storedValues(settings) });
  const { control } = form;
  const { isDirty } = form.formState;
  const { save, update, mailTest, unconfirmed } = useSettingsActions(form);
  const baseUrlHint = useBaseUrlHint(control, settings, rules);

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
        <SettingsSection {...MAIL_WORDS} footer={<TestMail control={control} {...mailTest} />}>
          <MailFields settings={settings} control={control} />
        </SettingsSection>
        <SettingsSection {...QR_WORDS}>
          <SettingSwitch
            setting={settings.public_qr}
            control={control}
            label="Public QR codes"
            hint="Anyone can see the code of an active link by adding .qr to its address."
          />
        </SettingsSection>
        {isDirty && unconfirmed && (
          <ConfirmIdentity
            key={unconfirmed}
            purpose={unconfirmed}
            onConfirmed={unconfirmed === "save" ? save : mailTest.onTest}
          />
        )}
        <SaveBar isDirty={isDirty} pending={update.isPending} onDiscard={() => form.reset()} />
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
