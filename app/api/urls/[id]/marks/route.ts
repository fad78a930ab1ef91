import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { getUrlMarks } from "@/lib/stats/marks";
import { marksSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams, query: marksSchema }, ({ actor, params, query }) =>
    getUrlMarks(actor, params.id, query),
  ),
});
