import { page } from "@/app/(dashboard)/declare-page";
import { compareScreen } from "@/app/(dashboard)/urls/compare/screen";
import { CompareView } from "@/components/stats/compare-view";

export const metadata = { title: compareScreen.title };

export default page({ screen: compareScreen, view: () => <CompareView /> });
