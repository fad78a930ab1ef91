"use client";

import { Download, Tags } from "lucide-react";
import type { FileTarget } from "@/components/qr-codes/file-target";
import { LazySheetDialog, LazyZipDialog } from "@/components/qr-codes/lazy-file-dialogs";
import type { ButtonProps } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/dialog-button";

type FileButtonsProps = Pick<ButtonProps, "variant" | "className"> & {
  target: FileTarget;
};

/** Asks for codes as a ZIP file, or on label sheets. */
export function FileButtons({ target, ...button }: FileButtonsProps) {
  return (
    <>
      <DialogButton
        {...button}
        intent={LazyZipDialog.intent}
        dialog={(props) => <LazyZipDialog {...props} target={target} />}
      >
        <Download aria-hidden className="size-4" strokeWidth={1.75} />
        Download ZIP
      </DialogButton>
      <DialogButton
        {...button}
        intent={LazySheetDialog.intent}
        dialog={(props) => <LazySheetDialog {...props} target={target} />}
      >
        <Tags aria-hidden className="size-4" strokeWidth={1.75} />
        Label Sheet
      </DialogButton>
    </>
  );
}
