import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { search } from "@/lib/search/queries";
import { searchQuerySchema } from "@/lib/search/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: searchQuerySchema }, ({ actor, query }) => search(actor, query)),
});
