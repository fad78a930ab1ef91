import { activityText } from "@/components/audit/activity-text";

test.each([
  ["short_url.create", "short_url", "created"],
  ["user.delete", "user", "deleted the user"],
  ["group.add_member", "group", "added a member to the group"],
  ["api_key.revoke", "api_key", "revoked the API key"],
  ["bulk_job.start", "bulk_job", "started the bulk job"],
  ["failed_job.retry", "failed_job", "tried again the failed job"],
  ["thing.turn_round", "thing", "did “turn round” with the thing"],
])("%s of a %s: %s", (action, subjectType, expected) => {
  expect(activityText({ action, subjectType })).toBe(expected);
});
