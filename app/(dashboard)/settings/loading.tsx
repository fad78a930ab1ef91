import { loading } from "@/app/(dashboard)/declare-page";
import { settingsScreen } from "@/app/(dashboard)/settings/screen";

export default loading(settingsScreen);
