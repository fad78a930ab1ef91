import { ownAnalyticsScreen } from "@/app/(dashboard)/analytics/own/screen";
import { loading } from "@/app/(dashboard)/declare-page";

export default loading(ownAnalyticsScreen);
