import type { ApiCaller } from "@/lib/api-keys/types";
import type { AuditActor } from "@/lib/audit/record";

/** The audit actor of a public API request: the key, never a user. */
export function auditActorOf({ keyId, keyName }: Pick<ApiCaller, "keyId" | "keyName">) {
  return { id: null, label: `API key ${keyName}`, apiKeyId: keyId } satisfies AuditActor;
}
