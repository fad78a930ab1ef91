import { useMemo, useState } from "react";
import { SearchSelect, type SearchSelectProps } from "@/components/ui/form/search-select";
import type { SelectOption } from "@/components/ui/form/select-button";

/** The most options that a plain list shows. */
export const MAX_OPTIONS = 50;

type LongSelectProps = Omit<SearchSelectProps, "searchLabel" | "placeholder" | "shown" | "text" | "onText" | "note"> & {
  options: readonly SelectOption[];
  /** Shown while the value is empty. */
  placeholder?: string;
};

/** A select for options that are all known, but too many for a plain list: those that contain the text are listed. */
export function LongSelect({ options, placeholder, ...select }: LongSelectProps) {
  const [text, setText] = useState("");
  const found = useMemo(() => findOptions(options, text), [options, text]);
  return (
    <SearchSelect
      modal
      {...select}
      searchLabel="Search the options"
      placeholder="Search"
      shown={options.find(({ value }) => value === select.value)?.label ?? placeholder}
      text={text}
      onText={setText}
      options={found.slice(0, MAX_OPTIONS)}
      note={found.length > MAX_OPTIONS ? "Type to find more." : undefined}
    />
  );
}

/** The options whose labels contain all words of the text. */
export function findOptions(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const words = text.toLowerCase().split(/\s+/);
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
