import type { ComponentProps, MouseEvent } from "react";
import { isUnauthorized, send } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { leaveForSignIn } from "@/components/data/unauthorized";
import { saveFile } from "@/components/ui/save-file";

/** Saves a QR code as a file. A plain link would leave a refusal to the browser, which doesn't show the reason. */
export async function downloadCode(path: string): Promise<void> {
  try {
    const response = await send("GET", path);
    const [, name = "qr-code"] = /filename="(.+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
    saveFile(await response.blob(), name);
  } catch (error) {
    if (isUnauthorized(error)) leaveForSignIn();
    else toastError(error, "Failed to download the QR code");
  }
}

/** A link that downloads a QR code. */
export function CodeLink({ href, children, ...props }: ComponentProps<"a"> & { href: string }) {
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    void downloadCode(href);
  };
  return (
    <a {...props} href={href} download onClick={onClick}>
      {children}
    </a>
  );
}
