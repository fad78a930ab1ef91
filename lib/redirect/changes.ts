import { listen } from "@/lib/db/listen";

type Listener = {
  /** @param key the short code in lower case */
  onChange: (key: string) => void;
  onHearing: (isHearing: boolean) => void;
};

/**
 * Hears of every changed link: a trigger on short_urls tells of it.
 *
 * @returns a function that stops listening
 */
export function listenForChanges(databaseUrl: string, { onChange, onHearing }: Listener): () => Promise<void> {
  return listen(databaseUrl, { channel: "short_url_changed", onNotify: onChange, onHearing });
}
