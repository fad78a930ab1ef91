import { Check } from "lucide-react";
import { Popover } from "radix-ui";
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { isComposing } from "@/components/ui/focus/typing";
import type { FieldControl } from "@/components/ui/form/field";
import { SearchField } from "@/components/ui/form/search-field";
import { SelectButton } from "@/components/ui/form/select-button";
import { plural } from "@/lib/format";

type SearchOption = {
  value: string;
  label: string;
  /** Shown below the label, such as an email address. */
  detail?: string;
};

export type SearchSelectProps = {
  /** Accessible name; absent if `control` has a visible label. */
  label?: string;
  control?: Partial<FieldControl>;
  /** Accessible name of the search field. */
  searchLabel: string;
  placeholder: string;
  value: string;
  /** The label of the value. */
  shown: string | undefined;
  onChange: (value: string) => void;
  /** The search text. */
  text: string;
  onText: (text: string) => void;
  /** The matching options. */
  options: readonly SearchOption[];
  busy?: boolean;
  /** Shown below the options, such as that there are more. */
  note?: string;
  className?: string;
  disabled?: boolean;
  /** Keeps the rest of the page from being used while it is open, as in a dialog, where it couldn't scroll otherwise. */
  modal?: boolean;
  /** Opens it instead of the button of a select, such as for an action that needs a choice. */
  button?: ReactElement;
};

/** A select with a search field, for more options than fit into a list. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, control, shown, className, disabled, modal, button: ownButton, ...list } = props;
  const [open, setOpen] = useState(false);
  const { onText } = list;
  const pressedBy = useRef("");
  const onOpenChange = (isOpen: boolean) => {
    setOpen(isOpen);
    if (isOpen) onText("");
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Popover.Trigger
        asChild
        // Like native selects, it opens on pointer down for a mouse, and on click for a finger, which may also begin to
        // scroll. A click from neither, such as from a screen reader, has `detail` 0.
        onPointerDown={(event) => {
          if (event.nativeEvent.isTrusted) pressedBy.current = event.pointerType;
          if (open || event.button !== 0 || event.pointerType !== "mouse") return;
          event.preventDefault();
          onOpenChange(true);
        }}
        onClick={(event) => {
          event.preventDefault();
          if (event.detail === 0 || pressedBy.current !== "mouse") onOpenChange(true);
          pressedBy.current = "";
        }}
        onKeyDown={({ key }) => {
          if (["Enter", " ", "ArrowDown", "ArrowUp"].includes(key)) onOpenChange(true);
        }}
      >
        {ownButton ?? (
          <SelectButton {...control} aria-label={label} className={className} disabled={disabled}>
            <span>{shown}</span>
          </SelectButton>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          aria-labelledby={label ? undefined : `${control?.id}-label`}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 grid max-h-[min(24rem,var(--radix-popover-content-available-height))] w-72 max-w-[calc(100vw-1rem)] min-w-(--radix-popover-trigger-width) animate-fade-in grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-raised"
        >
          <SearchList {...list} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type SearchListProps = Omit<
  SearchSelectProps,
  "label" | "control" | "shown" | "className" | "disabled" | "modal" | "button"
> & { onDone: () => void };

/** A combobox with a list box (WAI-ARIA APG, editable combobox). */
export function SearchList({ value, options, onChange, onDone, note, text, onText, ...field }: SearchListProps) {
  const id = useId();
  const [wanted, setWanted] = useState(-1);
  const selected = options.findIndex((option) => option.value === value);
  const active = Math.min(wanted < 0 ? Math.max(selected, 0) : wanted, options.length - 1);
  // By value: with the index, typing could exchange the active option without changing its id.
  const idOf = (option: SearchOption) => `${id}-${option.value}`;
  const isFound = text.trim() !== "" && options.length > 0 && !note && !field.busy;
  const choose = (option: SearchOption | undefined) => {
    if (!option) return;
    onChange(option.value);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // While it searches, the options are those for an earlier text.
    if (event.key === "Enter") choose(field.busy ? undefined : options[active]);
    else if (step && options.length > 0) setWanted((active + step + options.length) % options.length);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="border-line border-b p-2">
        <SearchField
          label={field.searchLabel}
          placeholder={field.placeholder}
          busy={field.busy ?? false}
          value={text}
          onChange={(changed) => {
            setWanted(0);
            onText(changed);
          }}
          combobox={{ listId: id, activeId: options[active] && idOf(options[active]), onKeyDown }}
        />
      </div>
      <p role="status" className="sr-only">
        {isFound && plural(options.length, "match", "matches")}
      </p>
      <div className="overflow-y-auto p-1">
        <div id={id} role="listbox" aria-label={field.searchLabel} tabIndex={-1}>
          {options.map((option, index) => (
            <Option
              key={option.value}
              id={idOf(option)}
              option={option}
              isSelected={index === selected}
              isActive={index === active}
              onChoose={() => choose(option)}
              onPoint={() => setWanted(index)}
            />
          ))}
        </div>
        <p role="status" className="px-2 py-1 text-muted text-sm empty:hidden">
          {note ?? (options.length === 0 && !field.busy && "No matches")}
        </p>
      </div>
    </>
  );
}

type OptionProps = {
  id: string;
  option: SearchOption;
  isSelected: boolean;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

function Option({ id, option, isSelected, isActive, onChoose, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, which handles keys (aria-activedescendant)
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      ref={(item) => {
        if (isActive) item?.scrollIntoView({ block: "nearest" });
      }}
      onClick={onChoose}
      onPointerMove={isActive ? undefined : onPoint}
      className={cn(
        "flex min-h-8 pointer-coarse:min-h-10 cursor-default items-center justify-between gap-2 rounded-md px-2 py-1 text-base",
        isActive && "bg-hover",
      )}
    >
      <span className="grid min-w-0">
        <span className="truncate">{option.label}</span>
        {option.detail && <span className="truncate text-muted text-sm">{option.detail}</span>}
      </span>
      {isSelected && <Check aria-hidden className="size-4 shrink-0 text-accent-text" />}
    </div>
  );
}
