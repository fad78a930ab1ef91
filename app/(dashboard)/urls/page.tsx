import { page } from "@/app/(dashboard)/declare-page";
import { loadUrls } from "@/app/(dashboard)/urls/load-urls";
import { urlsScreen } from "@/app/(dashboard)/urls/loading";
import { UrlTable } from "@/components/urls/url-table";

export const metadata = { title: urlsScreen.title };

export default page({ screen: urlsScreen, load: loadUrls, view: () => <UrlTable /> });
