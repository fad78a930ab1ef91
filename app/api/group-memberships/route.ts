import { listMemberships } from "@/lib/groups/queries";
import { route } from "@/lib/http/route";

export const GET = route({ auth: "session" }, ({ actor }) => listMemberships(actor));
