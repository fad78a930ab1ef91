import type { ChildProcess } from "node:child_process";
import { log } from "@/lib/log";
import type { RoleMessage } from "@/server/processes/role";
import type { RoleName } from "@/server/processes/role-process";

/** Message that a role answers with `alive` as long as its event loop runs. */
export const PING_MESSAGE = "ping";

const PING_MS = 5_000;
/**
 * 20 seconds for a front, since visitors wait for it, and a minute for other roles. Pings are counted rather than
 * timed: a suspended machine or container suspends this process too, which then must not kill the others.
 */
const MAX_UNANSWERED: Record<RoleName, number> = { front: 4, app: 12, worker: 12 };

/**
 * Kills a role's process that has not answered for a while, so that it is replaced like one that died. One that has
 * never answered is left alone: it is starting, in development, or of an earlier version after a reload.
 */
export function killWhenHung(child: ChildProcess, name: RoleName, pingMs = PING_MS): void {
  let hasAnswered = false;
  let isAsked = false;
  let unanswered = 0;

  function ping(): void {
    isAsked = true;
    // Its exit follows an error.
    child.send(PING_MESSAGE, () => undefined);
  }

  function check(): void {
    if (!isAsked) {
      ping();
      return;
    }
    if (!hasAnswered) return;
    unanswered += 1;
    if (unanswered !== MAX_UNANSWERED[name]) return;
    log.error({ name, pid: child.pid, ms: unanswered * pingMs }, "role does not respond: killed");
    child.kill("SIGKILL");
  }

  child.on("message", (message: RoleMessage | null) => {
    if (message?.type === "ready") {
      const timer = setInterval(check, pingMs);
      child.once("exit", () => clearInterval(timer));
      ping();
    }
    if (message?.type !== "alive") return;
    hasAnswered = true;
    isAsked = false;
    unanswered = 0;
  });
}
