import { sessionsScreen } from "@/app/(dashboard)/account/sessions/screen";
import { loading } from "@/app/(dashboard)/declare-page";

export default loading(sessionsScreen);
