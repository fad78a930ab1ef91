import { UrlsHeader } from "@/app/(dashboard)/urls/header";
import { UrlTableSkeleton } from "@/components/urls/url-table-skeleton";

export default function UrlsLoading() {
  return (
    <>
      <UrlsHeader />
      <UrlTableSkeleton />
    </>
  );
}
