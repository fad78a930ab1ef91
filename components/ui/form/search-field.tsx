import { LoaderCircle, Search } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { cn } from "@/components/ui/cn";
import { isComposing } from "@/components/ui/focus/typing";
import { Input } from "@/components/ui/form/input";
import { Kbd } from "@/components/ui/text/kbd";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";

type SearchFieldProps = {
  /** Accessible name. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Whether the server is searching. */
  busy?: boolean;
  className?: string;
  /** Whether the shortcut "/" leads to it: not if it is in a dialog, or one of several. */
  hasShortcut?: boolean;
  /** Set if it searches the options of a list box below it. */
  combobox?: { listId: string; activeId: string | undefined; onKeyDown: (event: KeyboardEvent) => void };
  ref?: Ref<HTMLInputElement>;
};

/** Enter leads from a search to its first result. */
function focusFirstRow(event: KeyboardEvent): void {
  if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
  event.currentTarget
    .closest("section, [role=dialog]")
    ?.querySelector<HTMLElement>("[data-rows] [data-index]")
    ?.focus();
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onChange, busy, className, hasShortcut = !props.combobox, combobox, ref } = props;
  const Icon = busy ? LoaderCircle : Search;
  return (
    <div className={cn("relative", className)}>
      <Icon
        aria-hidden
        className={cn(
          "pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted",
          busy && "animate-spin",
        )}
        strokeWidth={1.75}
      />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        enterKeyHint="search"
        spellCheck={false}
        maxLength={SEARCH_MAX_LENGTH}
        aria-keyshortcuts={hasShortcut ? "/" : undefined}
        onKeyDown={busy ? undefined : focusFirstRow}
        {...(combobox && {
          role: "combobox",
          "aria-expanded": true,
          "aria-autocomplete": "list",
          "aria-controls": combobox.listId,
          "aria-activedescendant": combobox.activeId,
          onKeyDown: combobox.onKeyDown,
        })}
        className="peer border-line bg-canvas pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {hasShortcut && (
        <Kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 pointer-fine:lg:peer-placeholder-shown:inline-grid peer-focus:hidden!"
        >
          /
        </Kbd>
      )}
    </div>
  );
}
