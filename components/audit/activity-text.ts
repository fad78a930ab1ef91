import type { Activity } from "@/lib/audit/types";

const VERBS: Record<string, string> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  pause: "paused",
  activate: "activated",
  lock: "locked",
  revoke: "revoked",
  restore: "restored",
  add_member: "added a member to",
  remove_member: "removed a member from",
  start: "started",
  cancel: "cancelled",
  retry: "tried again",
};

const NOUNS: Record<string, string> = {
  short_url: "",
  user: "user",
  group: "group",
  api_key: "API key",
  setting: "setting",
};

/** What was done, between who did it and the name of what it was done to: "deleted the user". */
export function activityText({ action, subjectType }: Pick<Activity, "action" | "subjectType">): string {
  const verb = action.slice(action.indexOf(".") + 1);
  const noun = NOUNS[subjectType] ?? toWords(subjectType);
  return [VERBS[verb] ?? `did “${toWords(verb)}” with`, noun && `the ${noun}`].filter(Boolean).join(" ");
}

function toWords(name: string): string {
  return name.replace(/[_-]+/g, " ");
}
