import type { IncomingMessage, ServerResponse } from "node:http";
import { withPageStatus } from "@/lib/http/page-status";
import { strictTransport } from "@/lib/http/strict-transport";
import type { createPageGuard } from "@/server/app/page-guard";
import { answerPublicCall, answerPublicRefusal } from "@/server/app/public-api";
import { findUnreadableState } from "@/server/app/router-state";
import { createSharedPageLimit } from "@/server/app/shared-page-limit";
import { refuse } from "@/server/front/refusal";

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Answers the app's requests: itself, with a refusal, or with `handle`, Next's handler. */
export function answerRequests(
  handle: Handle,
  pages: Pick<ReturnType<typeof createPageGuard>, "refuse">,
  isDevelopment: boolean,
): Handle {
  const limitSharedPages = createSharedPageLimit();
  return (request, response) => {
    const hsts = strictTransport();
    if (hsts) response.setHeader("Strict-Transport-Security", hsts);
    if (answerPublicRefusal(request, response) || (!isDevelopment && answerPublicCall(request, response))) return;
    const refusal = findUnreadableState(request) ?? limitSharedPages(request);
    if (refusal) {
      refuse(request, response, refusal);
    } else {
      const render = () => withPageStatus(response, () => handle(request, response));
      void pages.refuse(request, response).then((isRefused) => (isRefused ? undefined : render()));
    }
  };
}
