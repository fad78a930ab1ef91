import { cancelBulkJob } from "@/lib/bulk-jobs/cancel";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", params: idParams }, ({ actor, params }) => cancelBulkJob(actor, params.id)),
});
