import { page } from "@/app/(dashboard)/declare-page";
import { qrCodesScreen } from "@/app/(dashboard)/qr-codes/screen";
import { QrCodesRefused } from "@/components/qr-codes/qr-codes-refused";
import { RegenerateQrCodes } from "@/components/qr-codes/regenerate-qr-codes";
import { canRegenerateQr } from "@/lib/qr/policy";
import { getQrRegeneratedAt } from "@/lib/qr/queries";

export const metadata = { title: qrCodesScreen.title };

export default page({
  screen: qrCodesScreen,
  access: { can: canRegenerateQr, denied: <QrCodesRefused /> },
  view: async (actor) => <RegenerateQrCodes regeneratedAt={await getQrRegeneratedAt(actor)} />,
});
