import { page } from "@/app/(dashboard)/declare-page";
import { loadUrls, urlsScreen } from "@/app/(dashboard)/urls/screen";
import { UrlTable } from "@/components/urls/url-table";

export const metadata = { title: urlsScreen.title };

export default page({ screen: urlsScreen, load: loadUrls, view: () => <UrlTable /> });
