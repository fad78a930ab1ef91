import { loading } from "@/app/(dashboard)/declare-page";
import { compareScreen } from "@/app/(dashboard)/urls/compare/screen";

export default loading(compareScreen);
