import { countSuspendedKeysOf } from "@/lib/api-keys/queries";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { userStatusSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";
import type { UserWithKeys } from "@/lib/users/types";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  PUT: route({ auth: "session", params: idParams, body: userStatusSchema }, async ({ actor, params, body }) => {
    const user = await setUserStatus(actor, params.id, body.status, body.ifStatus);
    return { ...user, suspendedApiKeys: await countSuspendedKeysOf(actor, user.id) } satisfies UserWithKeys;
  }),
});
