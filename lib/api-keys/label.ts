import type { ApiCaller } from "@/lib/api-keys/types";
import type { AuditActor } from "@/lib/audit/record";

/** What a person is called: their name, else their address. */
export function personLabel({
  firstName,
  lastName,
  email,
}: {
  firstName: string;
  lastName: string;
  email: string;
}): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Whom the audit log names for a call: the user in whose name the key acts, under the key's name and theirs. */
export function auditActorOf(caller: ApiCaller, user: { id: string; label: string } = caller.createdBy): AuditActor {
  return { id: user.id, label: `${caller.keyName} (${user.label})` };
}
