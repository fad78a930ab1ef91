import { analyticsScreen } from "@/app/(dashboard)/analytics/screen";
import { loading } from "@/app/(dashboard)/declare-page";

export default loading(analyticsScreen);
