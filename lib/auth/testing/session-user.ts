import { NextRequest } from "next/server";
import { handlers } from "@/lib/auth/next-auth";

/**
 * The user that the application sees for a session cookie.
 *
 * @param pair name and value: "hop.session=…"
 */
export async function sessionUser(pair: string): Promise<{ id: string; email: string } | undefined> {
  const request = new NextRequest("http://localhost:3000/api/auth/session", { headers: { cookie: pair } });
  const session = (await (await handlers.GET(request)).json()) as { user?: { id: string; email: string } } | null;
  return session?.user;
}
