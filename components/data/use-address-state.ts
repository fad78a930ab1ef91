import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { type AddressFormat, differsInTypedOnly, toAddress, withState } from "@/components/data/address";

/** Browsers limit how often the address may change: Safari to 100 times in 30 seconds. */
const TYPING_DELAY_MS = 300;

/**
 * State kept in the query string, so that reloading, going back and sharing the address keep it. A choice adds a
 * history entry; typing changes the current one, once it pauses or the field is left. The page is not fetched again.
 *
 * @param format must keep its identity
 */
export function useAddressState<T>(format: AddressFormat<T>): [T, (next: T) => void] {
  const params = useSearchParams();
  const pathname = usePathname();
  const [state, setState] = useState(() => format.read(params));
  const current = useRef(state);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = useCallback(
    (how: "pushState" | "replaceState") => {
      clearTimeout(typing.current);
      typing.current = undefined;
      const search = withState(window.location.search, format, current.current);
      // Next follows these calls (docs: linking and navigating, native History API).
      window.history[how](null, "", `${window.location.pathname}${search && `?${search}`}${window.location.hash}`);
    },
    [format],
  );

  const change = useCallback(
    (next: T) => {
      const isTyped = differsInTypedOnly(format, current.current, next);
      if (!isTyped && typing.current) write("replaceState");
      current.current = next;
      setState(next);
      if (!isTyped) return write("pushState");
      clearTimeout(typing.current);
      typing.current = setTimeout(() => write("replaceState"), TYPING_DELAY_MS);
    },
    [format, write],
  );

  const follow = useCallback(() => {
    // Not read from `params`, which lag behind when the address changes twice in a row.
    const found = format.read(new URLSearchParams(window.location.search));
    if (toAddress(format, found) === toAddress(format, current.current)) return;
    current.current = found;
    setState(found);
  }, [format]);

  useEffect(() => {
    // Going back discards what is still being typed: its entry is no longer the current one.
    const forget = () => {
      clearTimeout(typing.current);
      typing.current = undefined;
    };
    // At once: `params` don't change if their last change has not been rendered yet.
    const goBack = () => {
      forget();
      if (window.location.pathname === pathname) follow();
    };
    // Next drops a navigation during which the address changes, such as that of a link clicked right after typing.
    const flush = () => {
      if (typing.current) write("replaceState");
    };
    window.addEventListener("popstate", goBack);
    document.addEventListener("focusout", flush);
    return () => {
      forget();
      window.removeEventListener("popstate", goBack);
      document.removeEventListener("focusout", flush);
    };
  }, [write, follow, pathname]);

  // The address is changed by links and by going back and forward as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` say when it was
  useEffect(() => {
    if (!typing.current) follow();
  }, [follow, params]);

  return [state, change];
}
