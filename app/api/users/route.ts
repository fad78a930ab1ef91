import { createUser } from "@/lib/groups/create-user";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { listUsersSchema } from "@/lib/users/list-schema";
import { listUsers } from "@/lib/users/queries";
import { createUserSchema } from "@/lib/users/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listUsersSchema }, async ({ actor, query, request }) =>
    listResponse(await listUsers(actor, query), request.url),
  ),

  POST: route({ auth: "session", body: createUserSchema, status: 201 }, ({ actor, body }) => createUser(actor, body)),
});
