import { cache } from "react";
import { getActor, getCurrentUser } from "@/lib/auth/session";

/** The signed-in user, looked up once per request. */
export const currentUser = cache(getCurrentUser);

/** The signed-in user with their session, as commands and queries take it. */
export const currentActor = cache(getActor);
