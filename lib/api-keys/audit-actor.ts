import type { ApiCaller } from "@/lib/api-keys/types";
import type { AuditActor } from "@/lib/audit/record";

/** Whom the audit log names for a call of the public API: the key itself, no person. */
export function auditActorOf({ keyId, keyName }: Pick<ApiCaller, "keyId" | "keyName">) {
  return { id: null, label: `API key ${keyName}`, apiKeyId: keyId } satisfies AuditActor;
}
