import { cache } from "react";
import { getActor, getCurrentUser } from "@/lib/auth/session";

/** The signed-in user, looked up once a request, whichever of its pages and layouts ask. */
export const currentUser = cache(getCurrentUser);

/** The same with the session that asks, as commands and queries take it. */
export const currentActor = cache(getActor);
