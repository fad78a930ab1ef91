import { cache } from "react";
import { getCurrentUser } from "@/lib/auth/session";

/** The signed-in user, looked up once a request, whichever of its pages and layouts ask. */
export const currentUser = cache(getCurrentUser);
