import { loading } from "@/app/(dashboard)/declare-page";
import { groupsScreen } from "@/app/(dashboard)/groups/screen";

export default loading(groupsScreen);
