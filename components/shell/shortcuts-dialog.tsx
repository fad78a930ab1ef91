import { PaletteKeys } from "@/components/palette/palette-shortcut";
import { SHORTCUTS } from "@/components/shell/shortcut-keys";
import { Dialog, DialogBody } from "@/components/ui/dialog/dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { SwitchField } from "@/components/ui/form/switch-field";
import { LIST_SHORTCUTS, ROW_KEYS } from "@/components/ui/table/list-keys";
import { Kbd } from "@/components/ui/text/kbd";

type ShortcutsDialogProps = DialogState & { enabled: boolean; onEnable: (enabled: boolean) => void };

export function ShortcutsDialog({ enabled, onEnable, ...state }: ShortcutsDialogProps) {
  return (
    <Dialog {...state} title="Keyboard Shortcuts" fit className="sm:max-w-sm">
      <DialogBody>
        <dl className="grid gap-1">
          <div className="flex h-8 items-center justify-between gap-4 text-base">
            <dt>Search everything</dt>
            <dd>
              <PaletteKeys />
            </dd>
          </div>
          {SHORTCUTS.map(({ key, label }) => (
            <Shortcut key={key} keys={[key]} label={label} enabled={enabled} />
          ))}
        </dl>
        <section aria-labelledby="list-shortcuts" className="grid gap-1">
          <h3 id="list-shortcuts" className="font-medium text-muted text-sm">
            In lists
          </h3>
          <dl className="grid gap-1">
            {LIST_SHORTCUTS.map(({ key, label }) => (
              <Shortcut key={key} keys={[key]} label={label} enabled={enabled} />
            ))}
            {ROW_KEYS.map(({ keys, label }) => (
              <Shortcut key={keys[0]} keys={keys} label={label} enabled />
            ))}
          </dl>
        </section>
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

function Shortcut({ keys, label, enabled }: { keys: readonly string[]; label: string; enabled: boolean }) {
  return (
    <div className="flex h-8 items-center justify-between gap-4 text-base">
      <dt className={enabled ? "text-ink" : "text-muted"}>{label}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
