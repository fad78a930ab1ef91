import type { ComponentProps, ReactNode } from "react";
import { type Control, useController } from "react-hook-form";
import { useHandedFocus } from "@/components/ui/focus/use-handed-focus";
import { TextField } from "@/components/ui/form/text-field";
import type { SettingsValues } from "@/lib/settings/schema";
import { MASKED_PASSWORD, type Setting } from "@/lib/settings/types";

type SettingFieldProps = {
  setting: Setting;
  control: Control<SettingsValues>;
  label: string;
  /** Shown unless something more urgent is. */
  hint?: ReactNode;
} & Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete">;

/**
 * One setting. Saving an empty field keeps the stored value (spec section 5), so an emptied field says so and offers
 * to remove the value; the field is null then.
 */
export function SettingField({ setting, control, label, hint, ...input }: SettingFieldProps) {
  const { field, fieldState } = useController({ control, name: setting.key });
  const isRemoved = field.value === null;
  const isEmptied = field.value === "" && setting.value !== "";
  const isUnreadable = setting.problem !== null && field.value === setting.value;
  const isInherited = setting.value === "" && field.value === "";
  const note =
    (isRemoved && <Removed setting={setting} onKeep={() => field.onChange(setting.value)} />) ||
    (isEmptied && <Emptied name={setting.key} onRemove={() => field.onChange(null)} />) ||
    (field.value === setting.value && setting.warning && <span className="text-ink">{setting.warning}</span>) ||
    hint;
  return (
    <TextField
      label={label}
      error={fieldState.error?.message ?? (isUnreadable ? (setting.problem ?? undefined) : undefined)}
      hint={note}
      aside={isInherited && setting.inherited?.from && `from ${setting.inherited.from}`}
      autoCapitalize="none"
      spellCheck={false}
      placeholder={setting.inherited?.value}
      {...input}
      {...field}
      value={field.value ?? ""}
      onFocus={(event) => {
        // Typing replaces the asterisks.
        if (field.value === MASKED_PASSWORD) event.currentTarget.select();
      }}
    />
  );
}

function Emptied({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <>
      Leaving this blank keeps the stored value.{" "}
      <TextButton field={name} onClick={onRemove}>
        Remove stored value
      </TextButton>
    </>
  );
}

function Removed({ setting: { key, inherited }, onKeep }: { setting: Setting; onKeep: () => void }) {
  return (
    <>
      {`The stored value will be removed${inherited && key !== "smtp_password" ? `; ${inherited.value} will be used` : ""}. `}
      <TextButton field={key} onClick={onKeep}>
        Keep stored value
      </TextButton>
    </>
  );
}

/** Its press removes it, and moves the focus to the field. */
function TextButton({ field, ...props }: Omit<ComponentProps<"button">, "ref"> & { field: string }) {
  const ref = useHandedFocus<HTMLButtonElement>((home) => home.querySelector<HTMLElement>(`[name="${field}"]`));
  return (
    <button
      ref={ref}
      type="button"
      className="rounded-sm font-medium text-accent-text underline underline-offset-2 hover:no-underline"
      {...props}
    />
  );
}
