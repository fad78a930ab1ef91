"use client";

import { PaletteKeys } from "@/components/palette/palette-shortcut";
import { SHORTCUTS } from "@/components/shell/shortcut-keys";
import { Dialog, DialogBody } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { SwitchField } from "@/components/ui/switch-field";

type ShortcutsDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
};

export function ShortcutsDialog({ open, onOpenChange, enabled, onEnable }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard Shortcuts" fit className="sm:max-w-sm">
      <DialogBody>
        <dl className="grid gap-1">
          <div className="flex h-8 items-center justify-between gap-4 text-base">
            <dt>Search everything</dt>
            <dd>
              <PaletteKeys />
            </dd>
          </div>
          {SHORTCUTS.map(({ key, label }) => (
            <div key={key} className="flex h-8 items-center justify-between gap-4 text-base">
              <dt className={enabled ? "text-ink" : "text-muted"}>{label}</dt>
              <dd>
                <Kbd>{key}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
        <SwitchField
          label="Single-key shortcuts"
          hint="Saved in this browser."
          checked={enabled}
          onCheckedChange={onEnable}
        />
      </DialogBody>
    </Dialog>
  );
}
