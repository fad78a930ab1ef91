import { SessionsHeader } from "@/app/(dashboard)/account/sessions/header";
import { SessionListSkeleton } from "@/components/sessions/session-skeleton";

export default function SessionsLoading() {
  return (
    <>
      <SessionsHeader />
      <SessionListSkeleton />
    </>
  );
}
