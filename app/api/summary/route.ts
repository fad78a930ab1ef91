import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { summarySettingSchema } from "@/lib/summaries/schema";
import { getSummarySetting, setSummaryFrequency } from "@/lib/summaries/setting";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => getSummarySetting(actor)),

  PUT: route({ auth: "session", body: summarySettingSchema }, ({ actor, body }) =>
    setSummaryFrequency(actor, body.frequency),
  ),
});
