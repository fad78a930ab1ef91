import type { Metadata } from "next";
import { SessionsHeader } from "@/app/(dashboard)/account/sessions/header";
import { currentActor } from "@/app/current-user";
import { InitialData } from "@/components/data/initial-data";
import { SessionList } from "@/components/sessions/session-list";
import { SignedOut } from "@/components/shell/signed-out";
import { listSessions } from "@/lib/sessions/queries";

export const metadata: Metadata = { title: "Your Sessions" };

export default async function SessionsPage() {
  const actor = await currentActor();
  if (!actor) return <SignedOut />;
  return (
    <>
      <SessionsHeader />
      <InitialData sessions={await listSessions(actor)}>
        <SessionList />
      </InitialData>
    </>
  );
}
