import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { AppError } from "@/lib/errors";

/** Next's own reader: throws at what Next would answer with a 500. */
const { parseAndValidateFlightRouterState: parse } = createRequire(import.meta.url)(
  "next/dist/server/app-render/parse-and-validate-flight-router-state.js",
) as { parseAndValidateFlightRouterState: (header: string | string[] | undefined) => unknown };

/** What Next's router sends along when it goes from page to page, where it is not what that sends. */
export function findUnreadableState({ headers }: IncomingMessage): AppError | null {
  try {
    parse(headers["next-router-state-tree"]);
    return null;
  } catch {
    return new AppError("malformed", "The header Next-Router-State-Tree is not valid");
  }
}
