import { loading } from "@/app/(dashboard)/declare-page";
import { unknownCodesScreen } from "@/app/(dashboard)/urls/unknown-codes/screen";

export default loading(unknownCodesScreen);
