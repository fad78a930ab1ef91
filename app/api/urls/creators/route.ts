import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { listCreators } from "@/lib/urls/list";
import { listCreatorsSchema } from "@/lib/urls/list-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listCreatorsSchema }, ({ actor, query }) => listCreators(actor, query)),
});
