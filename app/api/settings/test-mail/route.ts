import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { testMailSchema } from "@/lib/settings/schema";
import { sendTestMail } from "@/lib/settings/send-test-mail";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", body: testMailSchema, isBodyOptional: true }, ({ actor, body }) =>
    sendTestMail(actor, body),
  ),
});
