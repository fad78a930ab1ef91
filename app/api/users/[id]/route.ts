import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { deleteUser } from "@/lib/users/delete";
import { updateUserSchema } from "@/lib/users/schema";
import { updateUser } from "@/lib/users/update";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  PUT: route({ auth: "session", params: idParams, body: updateUserSchema }, ({ actor, params, body }) =>
    updateUser(actor, params.id, body),
  ),

  DELETE: route({ auth: "session", params: idParams }, ({ actor, params }) => deleteUser(actor, params.id)),
});
