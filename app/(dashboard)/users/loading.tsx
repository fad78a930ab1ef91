import { loading } from "@/app/(dashboard)/declare-page";
import { usersScreen } from "@/app/(dashboard)/users/screen";

export default loading(usersScreen);
