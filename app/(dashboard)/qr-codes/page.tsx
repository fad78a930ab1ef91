import { page } from "@/app/(dashboard)/declare-page";
import { qrCodesScreen } from "@/app/(dashboard)/qr-codes/screen";
import { loadUrls } from "@/app/(dashboard)/urls/screen";
import { QrCodesView } from "@/components/qr-codes/qr-codes-view";
import { canRegenerateQr } from "@/lib/qr/policy";
import { getQrRegeneratedAt } from "@/lib/qr/queries";

export const metadata = { title: qrCodesScreen.title };

export default page({
  screen: qrCodesScreen,
  load: loadUrls,
  view: async (actor) => (
    <QrCodesView regeneratedAt={canRegenerateQr(actor) ? await getQrRegeneratedAt(actor) : null} />
  ),
});
