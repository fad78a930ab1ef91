"use client";

import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { RadioGroup } from "radix-ui";
import { cn } from "@/components/ui/cn";
import { useHydrated } from "@/components/ui/use-hydrated";

const THEMES: readonly { value: string; label: string; icon: LucideIcon }[] = [
  { value: "system", label: "System theme", icon: Monitor },
  { value: "light", label: "Light theme", icon: Sun },
  { value: "dark", label: "Dark theme", icon: Moon },
];

export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();
  const chosen = useHydrated() ? (theme ?? "system") : "";
  return (
    <RadioGroup.Root
      aria-label="Theme"
      orientation="horizontal"
      value={chosen}
      onValueChange={setTheme}
      className={cn("inline-flex gap-0.5 rounded-lg border border-line bg-canvas p-0.5", className)}
    >
      {THEMES.map(({ value, label, icon: Icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="grid h-7 pointer-coarse:h-9 min-w-8 flex-1 place-items-center rounded-md text-muted transition-colors hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-control dark:data-[state=checked]:bg-pressed"
        >
          <Icon aria-hidden className="size-4" strokeWidth={1.75} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
