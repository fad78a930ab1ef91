import { LoaderCircle, Search } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { apiKeyAddress } from "@/components/api-keys/api-key-address";
import { useActor } from "@/components/data/use-actor";
import { type SearchedWords, useSearchedWords } from "@/components/data/use-searched-words";
import {
  commandGroups,
  countText,
  deletedUrlsEntry,
  foundGroups,
  type PaletteEntry,
  type PaletteGroup,
} from "@/components/palette/palette-entries";
import { nextIndex } from "@/components/palette/palette-keys";
import { PaletteOption } from "@/components/palette/palette-option";
import { usePaletteSearch } from "@/components/palette/use-palette-search";
import { cn } from "@/components/ui/cn";
import { isComposing } from "@/components/ui/focus/typing";
import { Kbd } from "@/components/ui/text/kbd";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";

/** The palette's input and what matches it: an editable combobox with a listbox (ARIA Authoring Practices Guide). */
export function PaletteBox({ onChoose }: { onChoose: (entry: PaletteEntry) => void }) {
  const [input, setInput] = useState("");
  const [pointed, setPointed] = useState<string | null>(null);
  const id = useId();
  const { groups, isSearching, hasFailed, retry } = usePaletteGroups(input.trim());
  const words = useSearchedWords(input.trim());
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find((entry) => entry.id === pointed) ?? entries[0];
  const optionId = (entry: PaletteEntry) => `${id}${entry.id}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = nextIndex(event.key, active ? entries.indexOf(active) : -1, entries.length);
    if (next === null && event.key !== "Enter") return;
    event.preventDefault();
    if (next !== null) setPointed(entries[next]?.id ?? null);
    else if (activeId) document.getElementById(activeId)?.click();
  };

  return (
    <>
      <PaletteInput
        value={input}
        isSearching={isSearching}
        onChange={(text) => {
          setInput(text);
          setPointed(null);
        }}
        onKeyDown={onKeyDown}
        listId={entries.length > 0 ? `${id}list` : undefined}
        activeId={activeId}
      />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {entries.length > 0 && (
          <Options
            id={`${id}list`}
            groups={groups}
            words={words}
            activeId={activeId}
            optionId={optionId}
            onPoint={(entry) => setPointed(entry.id)}
            onChoose={onChoose}
          />
        )}
        {hasFailed && <Failed onRetry={retry} />}
        {entries.length === 0 && !hasFailed && (
          <p className="px-5 py-10 text-center text-base text-muted">
            {isSearching ? "Searching…" : <NoResults text={input.trim()} onChoose={onChoose} />}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching || input.trim() === "" ? "" : countText(groups)}
      </p>
    </>
  );
}

function usePaletteGroups(text: string) {
  const actor = useActor();
  const { result, ...search } = usePaletteSearch(text);
  const groupId = apiKeyAddress.read(useSearchParams());
  const groups = [...commandGroups(actor, text, groupId), ...(result ? foundGroups(result, text) : [])];
  return { groups, ...search };
}

type PaletteInputProps = {
  value: string;
  isSearching: boolean;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  listId: string | undefined;
  activeId: string | undefined;
};

function PaletteInput({ value, isSearching, onChange, onKeyDown, listId, activeId }: PaletteInputProps) {
  const Icon = isSearching ? LoaderCircle : Search;
  return (
    <div className="flex items-center gap-3 border-line border-b px-4">
      <Icon
        aria-hidden
        className={cn("size-4 shrink-0 text-muted", isSearching && "animate-spin")}
        strokeWidth={1.75}
      />
      <input
        role="combobox"
        aria-label="Search pages, actions, short URLs and people"
        aria-autocomplete="list"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-busy={isSearching}
        placeholder="Search or paste a short URL"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={SEARCH_MAX_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-13 min-w-0 flex-1 bg-transparent text-[1rem] text-ink outline-none placeholder:text-muted"
      />
      <Radix.Close className="shrink-0 rounded-md p-2 text-muted text-sm hover:bg-hover hover:text-ink">
        <span className="pointer-fine:sr-only">Close</span>
        <Kbd className="hidden pointer-fine:inline-grid">Esc</Kbd>
      </Radix.Close>
    </div>
  );
}

type OptionsProps = {
  id: string;
  groups: readonly PaletteGroup[];
  words: SearchedWords;
  activeId: string | undefined;
  optionId: (entry: PaletteEntry) => string;
  onPoint: (entry: PaletteEntry) => void;
  onChoose: (entry: PaletteEntry) => void;
};

function Options({ id, groups, words, activeId, optionId, onPoint, onChoose }: OptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="grid grid-cols-1 gap-2 p-2">
      {groups.map(({ label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a group of options
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden className="px-2.5 py-1.5 font-medium text-muted text-xs">
            {label}
          </p>
          {entries.map((entry) => (
            <PaletteOption
              key={entry.id}
              id={optionId(entry)}
              entry={entry}
              words={words}
              isActive={optionId(entry) === activeId}
              onPoint={() => onPoint(entry)}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function NoResults({ text, onChoose }: { text: string; onChoose: (entry: PaletteEntry) => void }) {
  const deleted = deletedUrlsEntry(text);
  return (
    <>
      Nothing matches “{text}”.{" "}
      <Link href={deleted.href} prefetch={false} className="rounded-sm underline" onClick={() => onChoose(deleted)}>
        {deleted.label}
      </Link>
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="px-5 py-4 text-base text-danger-text">
      Short URLs and people could not be searched.{" "}
      <button type="button" className="rounded-sm underline" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
