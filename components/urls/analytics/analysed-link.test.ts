import { toAddress, withState } from "@/components/data/address";
import { type AnalysedLink, analysedAddress } from "@/components/urls/analytics/analysed-link";
import { urlAddress } from "@/components/urls/list/url-address";

const ID = "0190a1b2-0000-7000-8000-000000000001";

test.each<[string, AnalysedLink | null, string]>([
  ["", null, ""],
  [`link=${ID}`, { id: ID, tab: "analytics", showsBots: false }, `link=${ID}`],
  [
    `link=${ID}&tab=history&bots=include`,
    { id: ID, tab: "history", showsBots: true },
    `link=${ID}&tab=history&bots=include`,
  ],
  [`link=${ID}&tab=colour&bots=1`, { id: ID, tab: "analytics", showsBots: false }, `link=${ID}`],
  ["link=7&tab=history", null, ""],
])("the address %p opens %p", (search, link, written) => {
  expect(analysedAddress.read(new URLSearchParams(search))).toEqual(link);
  expect(toAddress(analysedAddress, link)).toBe(written);
});

test("opening and closing the dialog leaves the list's filters alone", () => {
  const listed = "q=spring&status=active&sort=-clickCount";
  const history: AnalysedLink = { id: ID, tab: "history", showsBots: false };
  const opened = withState<AnalysedLink | null>(listed, analysedAddress, history);
  expect(opened).toBe(`${listed}&link=${ID}&tab=history`);
  expect(withState(opened, analysedAddress, null)).toBe(listed);
  const filtered = withState(opened, urlAddress, urlAddress.read(new URLSearchParams("q=autumn")));
  expect(filtered).toBe(`link=${ID}&tab=history&q=autumn`);
});
