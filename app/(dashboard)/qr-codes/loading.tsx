import { loading } from "@/app/(dashboard)/declare-page";
import { qrCodesScreen } from "@/app/(dashboard)/qr-codes/screen";

export default loading(qrCodesScreen);
