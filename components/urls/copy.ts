import { send } from "@/components/data/api";
import { copy } from "@/components/ui/clipboard";

export async function copyShortUrl(shortUrl: string): Promise<void> {
  await copy("URL", (clipboard) => clipboard.writeText(shortUrl));
}

export async function copyImage(path: string): Promise<void> {
  // Safari needs the promise: after awaiting it, the write would no longer count as a response to the click.
  await copy("QR code", (clipboard) => clipboard.write([new ClipboardItem({ "image/png": fetchPng(path) })]));
}

async function fetchPng(path: string): Promise<Blob> {
  return (await send("GET", path)).blob();
}
