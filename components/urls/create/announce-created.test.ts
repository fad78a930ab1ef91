import { ApiError } from "@/components/data/api";
import { getToasts, toast } from "@/components/ui/toast/toast-store";
import { announceMany } from "@/components/urls/create/announce-created";
import type { ManyOutcome } from "@/components/urls/create/many-urls";
import type { ShortUrl } from "@/lib/urls/types";

const link = { shortUrl: "https://hop.example/a" } as ShortUrl;
const outcome = (created: number, failure?: unknown): ManyOutcome => ({
  created: Array(created).fill(link),
  refused: [],
  rest: [],
  ...(failure !== undefined && { failure }),
});
const refusal = (status: number, message: string) => new ApiError(status, JSON.stringify({ message }), "");
const LIMIT = refusal(403, "You have reached your URL limit");
const LIMIT_TEXT = "URL Limit Reached - You've reached your limit of 9 active URLs. Request more URLs from support.";
const EARLIER = "An earlier toast";

test.each<[string, ManyOutcome, string, string | undefined, string[]]>([
  ["all", outcome(3), "3 short URLs created", undefined, ["Copy links"]],
  ["some, as the others were refused", outcome(1), "1 of 3 short URLs created", undefined, ["Copy link"]],
  ["none, as all were refused", outcome(0), EARLIER, undefined, []],
  ["some until the limit", outcome(2, LIMIT), "Error", `2 of 3 short URLs created. ${LIMIT_TEXT}`, ["Copy links"]],
  ["none, as the limit was reached", outcome(0, LIMIT), "Error", LIMIT_TEXT, []],
  ["none, without a connection", outcome(0, new TypeError()), "Error", "Failed to create short URL", []],
  [
    "some until the session ended",
    outcome(2, refusal(401, "Unauthorized")),
    "2 of 3 short URLs created",
    undefined,
    ["Copy links"],
  ],
  ["none, as the session has ended", outcome(0, refusal(401, "Unauthorized")), EARLIER, undefined, []],
])("of three links, %s", (_what, made, title, description, actions) => {
  toast({ title: EARLIER });
  announceMany(made, 3, 9);
  const [shown] = getToasts();
  expect([shown?.title, shown?.description]).toEqual([title, description]);
  expect((shown?.actions ?? []).map(({ label }) => label)).toEqual(actions);
});
