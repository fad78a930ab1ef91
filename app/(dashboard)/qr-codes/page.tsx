import { page } from "@/app/(dashboard)/declare-page";
import { qrCodesScreen } from "@/app/(dashboard)/qr-codes/loading";
import { loadList } from "@/app/(dashboard)/urls/load-urls";
import { CODES } from "@/components/qr-codes/code-queries";
import { QrCodesView } from "@/components/qr-codes/qr-codes-view";
import { paths } from "@/lib/paths";
import { listQrCodes } from "@/lib/qr/list-codes";
import { canRegenerateQr } from "@/lib/qr/policy";
import { getQrRegeneratedAt } from "@/lib/qr/queries";

export const metadata = { title: qrCodesScreen.title };

export default page({
  screen: qrCodesScreen,
  load: (actor, search) => loadList(actor, search, { path: paths.api.qrCodes, ...CODES, list: listQrCodes }),
  view: async (actor) => (
    <QrCodesView regeneratedAt={canRegenerateQr(actor) ? await getQrRegeneratedAt(actor) : null} />
  ),
});
