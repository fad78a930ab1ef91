import { Download, Tags } from "lucide-react";
import type { FileTarget } from "@/components/qr-codes/file-target";
import type { ButtonProps } from "@/components/ui/button/button";
import { onDemand } from "@/components/ui/button/on-demand";
import { DialogButton } from "@/components/ui/dialog/dialog-button";

const LazyZipDialog = onDemand(() => import("@/components/qr-codes/zip-dialog").then((file) => file.ZipDialog));

const LazySheetDialog = onDemand(() => import("@/components/qr-codes/sheet-dialog").then((file) => file.SheetDialog));

type FileButtonsProps = Pick<ButtonProps, "variant"> & { target: FileTarget };

/** Buttons to request codes as a ZIP file or on label sheets. */
export function FileButtons({ target, ...button }: FileButtonsProps) {
  return (
    <>
      <DialogButton
        icon={Download}
        {...button}
        intent={LazyZipDialog.intent}
        dialog={(props) => <LazyZipDialog {...props} target={target} />}
      >
        Download ZIP
      </DialogButton>
      <DialogButton
        icon={Tags}
        {...button}
        intent={LazySheetDialog.intent}
        dialog={(props) => <LazySheetDialog {...props} target={target} />}
      >
        Label Sheet
      </DialogButton>
    </>
  );
}
