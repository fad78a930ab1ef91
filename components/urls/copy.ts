import { send } from "@/components/data/api";
import { copyPng, copyText } from "@/components/ui/button/clipboard";

export async function copyShortUrl(shortUrl: string): Promise<void> {
  await copyText("URL", shortUrl);
}

/** Copies the PNG at this path, where `canCopyImages`. */
export async function copyImage(path: string): Promise<void> {
  await copyPng("QR code", fetchPng(path));
}

async function fetchPng(path: string): Promise<Blob> {
  return (await send("GET", path)).blob();
}
