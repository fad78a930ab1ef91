import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { QrCodesSkeleton } from "@/components/qr-codes/qr-codes-skeleton";

export const qrCodesScreen: Screen = {
  title: "QR Codes",
  subtitle: "Find, download and print the QR codes of your links",
  skeleton: <QrCodesSkeleton />,
};

export default loading(qrCodesScreen);
