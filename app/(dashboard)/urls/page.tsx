import type { Metadata } from "next";
import { UrlsHeader } from "@/app/(dashboard)/urls/header";
import { UrlsWithData } from "@/app/(dashboard)/urls-with-data";
import { currentUser } from "@/app/current-user";
import { SignedOut } from "@/components/shell/signed-out";

export const metadata: Metadata = { title: "URL Management" };

export default async function UrlsPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <UrlsHeader />
      <UrlsWithData user={user} />
    </>
  );
}
