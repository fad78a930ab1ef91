import { addMember } from "@/lib/groups/add-member";
import { listMembers } from "@/lib/groups/queries";
import { addMemberSchema, listMembersSchema } from "@/lib/groups/schema";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: idParams, query: listMembersSchema },
    async ({ actor, params, query, request }) => listResponse(await listMembers(actor, params.id, query), request.url),
  ),

  POST: route({ auth: "session", params: idParams, body: addMemberSchema }, ({ actor, params, body }) =>
    addMember(actor, params.id, body.userId),
  ),
});
