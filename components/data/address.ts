import { SEARCH_MAX_LENGTH } from "@/lib/search-text";

/** The query string of an address. */
export type AddressParams = { get: (name: string) => string | null };

/** How a screen's state is kept in the query string of its address. */
export type AddressFormat<T> = {
  /** The parameters it uses; all others are left alone. */
  keys: readonly string[];
  /** Keys of the parameters that are typed, letter by letter. */
  typed?: readonly string[];
  /** Ignores values that are unknown or invalid. */
  read: (params: AddressParams) => T;
  /** Omits defaults. */
  write: (state: T) => Record<string, string>;
};

/** The query string that stands for a state, with no other parameters. */
export function toAddress<T>({ write }: AddressFormat<T>, state: T): string {
  return new URLSearchParams(write(state)).toString();
}

/** A query string with a state in it. */
export function withState<T>(search: string, { keys, write }: AddressFormat<T>, state: T): string {
  const params = new URLSearchParams(search);
  for (const key of keys) params.delete(key);
  for (const [key, value] of Object.entries(write(state))) params.set(key, value);
  return params.toString();
}

/** Whether two states differ only in typed parameters. */
export function differsInTypedOnly<T>({ typed = [], write }: AddressFormat<T>, before: T, after: T): boolean {
  const [was, is] = [write(before), write(after)];
  return [...Object.keys(was), ...Object.keys(is)].every((key) => was[key] === is[key] || typed.includes(key));
}

/** A switch in the address: `name=value` while it is on. */
export function switchAddress(name: string, value: string): AddressFormat<boolean> {
  return {
    keys: [name],
    read: (params) => params.get(name) === value,
    write: (isOn): Record<string, string> => (isOn ? { [name]: value } : {}),
  };
}

/** The value of a parameter if it is one of these. */
export function readOption<const Value extends string, Fallback>(
  params: AddressParams,
  name: string,
  { options, fallback }: { options: readonly Value[]; fallback: Fallback },
): Value | Fallback {
  const value = params.get(name);
  return options.find((option) => option === value) ?? fallback;
}

/** A search text, cut to the characters that the server accepts; empty if it is missing or contains NUL, which the server refuses. */
export function readSearchText(params: AddressParams): string {
  const text = params.get("q")?.trim() ?? "";
  return text.includes("\0") ? "" : [...text].slice(0, SEARCH_MAX_LENGTH).join("").trim();
}

/** RFC 9562. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** An id; null if it is missing or malformed. */
export function readId(params: AddressParams, name: string): string | null {
  const id = params.get(name);
  return id && UUID.test(id) ? id.toLowerCase() : null;
}

/** An id in the address; null if there is none. */
export function idAddress(name: string): AddressFormat<string | null> {
  return {
    keys: [name],
    read: (params) => readId(params, name),
    write: (id): Record<string, string> => (id ? { [name]: id } : {}),
  };
}

/** The earliest and latest days that can be chosen. */
export const [FIRST_DAY, LAST_DAY] = ["2000-01-01", "2999-12-31"];

/** The text if it is a day within this range; otherwise empty. */
export function toDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && text >= FIRST_DAY && text <= LAST_DAY;
  const date = isDay ? new Date(`${text}T00:00:00Z`) : null;
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : "";
}

/** The query string of a page as Next passes it. Of a repeated parameter, the first value counts. */
export type PageSearch = Record<string, string | string[] | undefined>;

export function readPageSearch<T>({ read }: AddressFormat<T>, search: PageSearch): T {
  return read({ get: (name) => [search[name]].flat()[0] ?? null });
}
