import NextAuth from "next-auth";
import { createAuthConfig } from "@/lib/auth/config";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * next-auth, not mounted at a path of its own: its e-mail callback is reached through
 * /api/auth/verify only, so that every way in is limited and bound to a browser by us.
 */
export const { auth, handlers } = NextAuth(async () => createAuthConfig({ baseUrl: await getBaseUrl() }));
