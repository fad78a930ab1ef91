import { page } from "@/app/(dashboard)/declare-page";
import { urlsScreen } from "@/app/(dashboard)/urls/(list)/loading";
import { loadUrls } from "@/app/(dashboard)/urls/load-urls";
import { LastClickNote } from "@/components/urls/list/last-click-note";
import { UrlTable } from "@/components/urls/list/url-table";

export const metadata = { title: urlsScreen.title };

export default page({ screen: urlsScreen, load: loadUrls, view: () => <UrlTable note={<LastClickNote />} /> });
