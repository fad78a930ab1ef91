import { SearchX } from "lucide-react";
import Link from "next/link";
import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { buttonClass } from "@/components/ui/button/button-class";
import { UrlTableSkeleton } from "@/components/urls/list/url-table";
import { paths } from "@/lib/paths";
import { canManageUnknownCodes } from "@/lib/urls/policy";

export const urlsScreen: Screen = {
  title: "URL Management",
  subtitle: "Create, edit, and manage all your shortened URLs",
  link: (user) => user && canManageUnknownCodes(user) && <UnknownCodesLink />,
  skeleton: <UrlTableSkeleton />,
};

export default loading(urlsScreen);

function UnknownCodesLink() {
  return (
    <Link href={paths.unknownCodes} prefetch={false} data-no-print className={buttonClass({ variant: "secondary" })}>
      <SearchX aria-hidden className="size-4" strokeWidth={1.75} />
      Unknown Codes
    </Link>
  );
}
