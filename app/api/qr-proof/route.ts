import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { proveForActor } from "@/lib/qr/designs/prove";
import { proofSchema } from "@/lib/qr/designs/template-schema";

/** Takes some tenths of a second. */
const PROOF_COST = 5;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", body: proofSchema, cost: PROOF_COST }, ({ actor, body }) =>
    proveForActor(actor, body),
  ),
});
