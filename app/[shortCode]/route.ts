import { after, type NextRequest } from "next/server";
import { clientIp } from "@/lib/http/caller";
import { answerPublicQr } from "@/lib/http/public-qr";
import { isPrefetch } from "@/lib/prefetch";
import { answerDirectly } from "@/lib/redirect/direct";
import type { RequestHead } from "@/lib/redirect/visit";

type Context = { params: Promise<{ shortCode: string }> };

/**
 * Public QR codes (`/{code}.qr`), and redirects where Next runs without the front: no cache, and the click is stored
 * after the answer.
 */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const { shortCode } = await context.params;
  const image = await answerPublicQr(shortCode, request);
  if (image) return image;
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const head: RequestHead = {
    method: request.method === "HEAD" ? "HEAD" : "GET",
    // As it was sent: the parameter is decoded.
    target: `${request.nextUrl.pathname}${request.nextUrl.search}`,
    host: header("host"),
    referer: header("referer"),
    userAgent: header("user-agent"),
    isPrefetch: isPrefetch(header),
    forwardedFor: undefined,
    country: undefined,
    acceptLanguage: header("accept-language"),
  };
  const { answer, storeClick } = await answerDirectly(head, clientIp(request));
  if (storeClick) after(storeClick);
  return new Response(answer.body || null, answer);
}

export { GET as HEAD };
