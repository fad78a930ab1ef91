import { useState } from "react";
import { call } from "@/components/data/api";
import { callDelete } from "@/components/data/call-delete";
import { toastError, toastOutcome } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { Button } from "@/components/ui/button/button";
import { LazyConfirmDialog } from "@/components/ui/dialog/lazy-confirm-dialog";
import { useRowActions } from "@/components/ui/table/row-actions";
import { toast } from "@/components/ui/toast/toast-store";
import { formatDevice } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { Session } from "@/lib/sessions/types";

/** Ends a session. The keyboard shortcut asks first, since keys are easily pressed by mistake. */
export function EndSession({ session }: { session: Session }) {
  const [isAsking, setAsking] = useState(false);
  useRowActions({ delete: () => setAsking(true) });
  const device = formatDevice(session);
  const end = useChange(() => callDelete("Session", paths.api.session(session.id)), [paths.api.sessions], {
    onDone: () => setAsking(false),
    onSuccess: () => toast({ title: "Session signed out", description: `${device} has to sign in again.` }),
    onError: (error) => toastError(error, "Failed to sign out the session"),
  });
  const onClick = () => end.mutate();
  return (
    <>
      <Button size="sm" variant="secondary" loading={end.isPending} aria-label={`Sign out ${device}`} onClick={onClick}>
        Sign out
      </Button>
      <LazyConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out this session?"
        description={`${device} has to sign in again.`}
        confirmLabel="Sign out"
        pending={end.isPending}
        onConfirm={onClick}
      />
    </>
  );
}

export function EndOtherSessions() {
  const end = useChange(() => call("DELETE", paths.api.sessions), [paths.api.sessions], {
    ...toastOutcome("Signed out everywhere else", "Failed to sign out the other sessions"),
  });
  return (
    <Button size="sm" variant="secondary" loading={end.isPending} onClick={() => end.mutate()}>
      Sign out all others
    </Button>
  );
}
