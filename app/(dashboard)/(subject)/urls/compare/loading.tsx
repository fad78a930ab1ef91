import { compareScreen } from "@/app/(dashboard)/(subject)/urls/compare/screen";
import { loading } from "@/app/(dashboard)/declare-page";

export default loading(compareScreen);
