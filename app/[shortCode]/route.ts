import type { NextRequest } from "next/server";
import { answerPublicQr } from "@/lib/http/public-qr";
import { answerFor } from "@/lib/redirect/answer";

type Context = { params: Promise<{ shortCode: string }> };

/**
 * Public QR codes (`/{code}.qr`). The front answers short URLs itself; other spellings of them, such as /%2561bc, are
 * not found, since here no limit would apply to them.
 */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const { shortCode } = await context.params;
  const image = await answerPublicQr(shortCode, request);
  if (image) return image;
  const { body, ...init } = answerFor(null);
  return new Response(body, init);
}

export { GET as HEAD };
