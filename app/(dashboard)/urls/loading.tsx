import { loading } from "@/app/(dashboard)/declare-page";
import { urlsScreen } from "@/app/(dashboard)/urls/screen";

export default loading(urlsScreen);
