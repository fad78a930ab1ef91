"use client";

import { type Control, useController } from "react-hook-form";
import { SwitchField } from "@/components/ui/switch-field";
import type { SettingsValues } from "@/lib/settings/schema";
import type { Setting } from "@/lib/settings/types";

type SettingSwitchProps = { setting: Setting; control: Control<SettingsValues>; label: string; hint: string };

/** A setting that is on or off. */
export function SettingSwitch({ setting, control, label, hint }: SettingSwitchProps) {
  const { field } = useController({ control, name: setting.key });
  return (
    <SwitchField
      label={label}
      hint={hint}
      checked={(field.value || setting.inherited?.value) === "on"}
      onCheckedChange={(isOn) => field.onChange(isOn ? "on" : "off")}
    />
  );
}
