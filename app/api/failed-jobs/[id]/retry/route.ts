import { retryFailedJob } from "@/lib/failed-jobs/retry";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", params: idParams }, ({ actor, params }) => retryFailedJob(actor, params.id)),
});
