"use client";

import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import { ConfirmIdentity } from "@/components/auth/confirm-identity";
import { SettingField } from "@/components/settings/setting-field";
import { useBaseUrlHint, usePasswordHint } from "@/components/settings/setting-hints";
import { byKey, type SettingsByKey, storedValues } from "@/components/settings/setting-values";
import { BASE_URL_WORDS, MAIL_WORDS, QR_WORDS } from "@/components/settings/setting-words";
import { settingsQuery } from "@/components/settings/settings-queries";
import { SettingsPair, SettingsSection } from "@/components/settings/settings-section";
import { TestMail } from "@/components/settings/test-mail";
import { useSettingsActions } from "@/components/settings/use-settings-actions";
import { settingsResolver, useSettingsRules } from "@/components/settings/use-settings-rules";
import { Button } from "@/components/ui/button/button";
import { toastLoadFailed } from "@/components/ui/button/on-demand";
import { cn } from "@/components/ui/cn";
import { LeaveGuard } from "@/components/ui/dialog/leave-guard";
import { FormFields } from "@/components/ui/form/form-fields";
import { SwitchField } from "@/components/ui/form/switch-field";
import type { SettingsValues } from "@/lib/settings/schema";
import type { Setting } from "@/lib/settings/types";

export function SettingsPanel() {
  const list = useQuery(settingsQuery).data;
  return list && <SettingsForm list={list} />;
}

/** All settings, saved together. Sends only the changed ones. */
function SettingsForm({ list }: { list: Setting[] }) {
  const settings = byKey(list);
  const { rules, load } = useSettingsRules();
  const form = useForm({ resolver: settingsResolver, defaultValues: storedValues(settings) });
  const { control } = form;
  const { isDirty } = form.formState;
  const { save, update, mailTest, unconfirmed } = useSettingsActions(form, settings.smtp_host.inherited?.value ?? "");
  const baseUrlHint = useBaseUrlHint(control, settings, rules);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    load().then(() => save(), toastLoadFailed);
  };

  return (
    <form
      noValidate
      aria-label="Settings"
      // For when a button with the focus gets disabled, since nothing is left to save.
      tabIndex={-1}
      className="rounded-xl"
      onFocus={() => void load().catch(() => undefined)}
      onSubmit={onSubmit}
    >
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
          <PublicQrSwitch setting={settings.public_qr} control={control} />
        </SettingsSection>
        {unconfirmed && (
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
      <SettingField setting={settings.smtp_user} control={control} label="Username" />
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
        hint="Receives a blind copy of every email except sign-in links, invitations and summaries."
      />
    </>
  );
}

type SaveBarProps = { isDirty: boolean; pending: boolean; onDiscard: () => void };

/** Stays at the window's lower edge while there is something to save and the form reaches beyond it. */
function SaveBar({ isDirty, pending, onDiscard }: SaveBarProps) {
  return (
    <div
      data-bottom-bar
      className={cn(
        "flex flex-wrap items-center justify-end gap-2 rounded-xl border border-line bg-raised p-2 sm:px-5 sm:py-3",
        isDirty && "short:static sticky bottom-3 z-10 shadow-raised",
      )}
    >
      <p role="status" className="w-full px-2 text-muted text-sm empty:hidden sm:mr-auto sm:w-auto sm:px-0">
        {isDirty && "You have unsaved changes."}
      </p>
      <Button
        variant="secondary"
        className="flex-1 sm:flex-none"
        disabled={!isDirty}
        onClick={({ currentTarget }) => {
          currentTarget.form?.focus({ preventScroll: true });
          onDiscard();
        }}
      >
        Discard
      </Button>
      <Button type="submit" className="flex-1 sm:flex-none" loading={pending} disabled={!isDirty}>
        Save changes
      </Button>
    </div>
  );
}

function PublicQrSwitch({ setting, control }: { setting: Setting; control: Control<SettingsValues> }) {
  const { field } = useController({ control, name: setting.key });
  return (
    <SwitchField
      label="Public QR codes"
      hint="Anyone can see the QR code of an active link by adding .qr to its short URL."
      checked={(field.value || setting.inherited?.value) === "on"}
      onCheckedChange={(isOn) => field.onChange(isOn ? "on" : "off")}
    />
  );
}
