import NextAuth from "next-auth";
import { createAuthConfig } from "@/lib/auth/config";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * next-auth is not mounted at its own path. Its email callback is only reachable through /api/auth/verify, which
 * adds rate limits and binds links to browsers.
 */
export const { auth, handlers } = NextAuth(async () => createAuthConfig({ baseUrl: await getBaseUrl() }));
