import { getCurrentUser } from "@/lib/auth/session";
import { unauthorized } from "@/lib/errors";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, async () => {
    const user = await getCurrentUser();
    // The session has ended since it was authenticated.
    if (!user) throw unauthorized();
    return user;
  }),
});
