import { compareScreen } from "@/app/(dashboard)/(subject)/urls/compare/loading";
import { page } from "@/app/(dashboard)/declare-page";
import { CompareView } from "@/components/stats/compare-view";

export const metadata = { title: compareScreen.title };

export default page({ screen: compareScreen, view: () => <CompareView /> });
