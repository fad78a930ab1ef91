import { parseUrl } from "@/lib/parse-url";

test("a valid URL still parses after thousands of calls", () => {
  const texts = ["https://example.com/", "https://bücher.example/", "https://example.com/日本語", "no URL", "https://"];
  const answers = new Set<string>();
  for (let turn = 0; turn < 20_000; turn++) answers.add(JSON.stringify(texts.map((text) => parseUrl(text) !== null)));
  expect([...answers]).toEqual(["[true,true,true,false,false]"]);
});
