import { createGroup } from "@/lib/groups/create";
import { listGroups } from "@/lib/groups/queries";
import { createGroupSchema } from "@/lib/groups/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listGroups(actor)),

  POST: route({ auth: "session", body: createGroupSchema, status: 201 }, ({ actor, body }) => createGroup(actor, body)),
});
