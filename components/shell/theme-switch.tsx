"use client";

import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { useThemeChoice } from "@/components/shell/use-theme-choice";
import { cn } from "@/components/ui/cn";
import { Radio } from "@/components/ui/form/radio";
import { useHydrated } from "@/components/ui/use-hydrated";

const THEMES: readonly { value: string; label: string; icon: LucideIcon }[] = [
  { value: "system", label: "System theme", icon: Monitor },
  { value: "light", label: "Light theme", icon: Sun },
  { value: "dark", label: "Dark theme", icon: Moon },
];

export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useThemeChoice();
  const chosen = useHydrated() ? (theme ?? "system") : "";
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Theme"
      className={cn("inline-flex gap-0.5 rounded-lg border border-line bg-canvas p-0.5", className)}
    >
      {THEMES.map(({ value, label, icon: Icon }) => (
        <Radio
          key={value}
          name={name}
          aria-label={label}
          title={label}
          checked={value === chosen}
          onChange={() => setTheme(value)}
          className="h-7 pointer-coarse:h-9 min-w-8 flex-1"
        >
          <Icon aria-hidden className="size-4" strokeWidth={1.75} />
        </Radio>
      ))}
    </div>
  );
}
