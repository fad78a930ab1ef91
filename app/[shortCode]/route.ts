import { after, type NextRequest } from "next/server";
import { clientIp } from "@/lib/http/caller";
import { answerDirectly } from "@/lib/redirect/direct";

type Context = { params: Promise<{ shortCode: string }> };

/** Redirects where Next runs without the front (design section 1): no cache, and the click is stored after the answer. */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const { shortCode } = await context.params;
  const { answer, storeClick } = await answerDirectly(`/${shortCode}${request.nextUrl.search}`, {
    method: request.method,
    host: request.headers.get("host") ?? undefined,
    ip: clientIp(request),
    referer: request.headers.get("referer") ?? undefined,
    userAgent: request.headers.get("user-agent") ?? undefined,
    purpose: request.headers.get("sec-purpose") ?? undefined,
    country: null,
  });
  if (storeClick) after(storeClick);
  return new Response(answer.body || null, answer);
}

export { GET as HEAD };
