import { activityText } from "@/components/audit/activity-text";

test.each([
  ["short_url.create", "short_url", "created"],
  ["short_urls.pause", "short_urls", "paused"],
  ["short_urls.move", "short_urls", "moved"],
  ["short_urls.restore", "short_urls", "restored"],
  ["short_url.share", "short_url", "shared the statistics of"],
  ["short_url.add_placement", "short_url", "added a QR placement to"],
  ["short_url.revoke_share", "short_url", "revoked shared statistics of"],
  ["user.delete", "user", "deleted the user"],
  ["group.add_member", "group", "added a member to the group"],
  ["api_key.revoke", "api_key", "revoked the API key"],
  ["api_key.adopt", "api_key", "adopted the API key"],
  ["api_key.suspend", "api_key", "suspended the API key"],
  ["api_key.use", "api_key", "used the API key"],
  ["bulk_job.start", "bulk_job", "started the bulk job"],
  ["failed_job.retry", "failed_job", "retried the failed job"],
  ["qr_codes.regenerate", "qr_codes", "regenerated"],
  ["favicons.refresh", "favicons", "refreshed"],
  ["session.sign_in", "session", "signed in with"],
  ["session.sign_out", "session", "signed out of"],
  ["session.end", "session", "ended the session"],
  ["session.end_others", "session", "ended all other sessions"],
  ["user.end_sessions", "user", "ended all sessions of the user"],
  ["user.invite", "user", "invited the user"],
  ["user.sign_in_link", "user", "printed a sign-in link for the user"],
  ["export.download", "export", "downloaded"],
  ["thing.turn_round", "thing", "did “turn round” with the thing"],
])("%s of a %s: %s", (action, subjectType, expected) => {
  expect(activityText({ action, subjectType })).toBe(expected);
});
