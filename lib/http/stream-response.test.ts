import { PassThrough, Readable } from "node:stream";
import { csvResponse } from "@/lib/http/stream-response";

async function* lines() {
  for (let n = 0; ; n++) yield Buffer.from(`${n}\n`);
}

function open(): { content: Readable; response: Response } {
  const content = Readable.from(lines(), { objectMode: false });
  return { content, response: csvResponse({ fileName: "a.csv", content }) };
}

test.each([0, 1, 50])("a download cancelled after %d chunks closes its source and throws nothing", async (chunks) => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  process.on("uncaughtException", onError);
  for (let run = 0; run < 20; run++) {
    const { content, response } = open();
    const reader = response.body?.getReader();
    for (let chunk = 0; chunk < chunks; chunk++) expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect(content.closed).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.off("uncaughtException", onError);
  expect(errors).toEqual([]);
});

test("a download cancelled with chunks in flight throws nothing", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  process.on("uncaughtException", onError);
  for (let run = 0; run < 20; run++) {
    const content = new PassThrough();
    const response = csvResponse({ fileName: "a.csv", content });
    for (let chunk = 0; chunk < 5; chunk++) content.write(`${chunk}\n`);
    for (let turn = 0; turn < run % 4; turn++) await Promise.resolve();
    await response.body?.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    expect(content.closed).toBe(true);
  }
  process.off("uncaughtException", onError);
  expect(errors).toEqual([]);
});

test("a download is complete", async () => {
  const content = Readable.from([Buffer.from("a,b\n"), Buffer.from("1,2\n")], { objectMode: false });
  expect(await csvResponse({ fileName: "a.csv", content }).text()).toBe("a,b\n1,2\n");
});

test("a download whose source fails is aborted", async () => {
  const content = Readable.from(
    (async function* () {
      yield Buffer.from("a\n");
      throw new Error("cut");
    })(),
    { objectMode: false },
  );
  await expect(csvResponse({ fileName: "a.csv", content }).text()).rejects.toThrow("cut");
});
