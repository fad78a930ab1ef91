import { toast } from "@/components/ui/toast-store";

export async function copyShortUrl(shortUrl: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(shortUrl);
    toast({ title: "URL copied to clipboard" });
  } catch {
    toast({ variant: "destructive", title: "Error", description: "Failed to copy to clipboard" });
  }
}

export async function copyImage(path: string): Promise<void> {
  try {
    // Safari needs the promise: after awaiting it, the write would no longer count as a response to the click.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": fetchPng(path) })]);
    toast({ title: "QR code copied to clipboard" });
  } catch {
    toast({ variant: "destructive", title: "Error", description: "Failed to copy to clipboard" });
  }
}

async function fetchPng(path: string): Promise<Blob> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.blob();
}
