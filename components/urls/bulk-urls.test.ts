import { changeUrls, undoChanges } from "@/components/urls/bulk-urls";
import type { BulkUrlResult, ShortUrl } from "@/lib/urls/types";

const fetchMock = jest.spyOn(globalThis, "fetch");

const changed = (id: string): BulkUrlResult => ({ id, success: true, changed: true, data: { id } as ShortUrl });

const answer = (status: number, body: object) => Response.json(body, { status });

afterEach(() => fetchMock.mockReset());

test("links that were changed can be undone, by their change", async () => {
  const refused: BulkUrlResult = { id: "c", success: false, code: "not_found", message: "Short URL not found" };
  const skipped: BulkUrlResult = { id: "b", success: true, changed: false, data: { id: "b" } as ShortUrl };
  fetchMock.mockResolvedValueOnce(answer(200, { changeId: "1", results: [changed("a"), skipped, refused] }));
  expect(await changeUrls(["a", "b", "c"], { action: "pause" })).toEqual({
    changed: 1,
    skipped: 1,
    refused: { ids: ["c"], reason: "Short URL not found" },
    undoable: [{ changeId: "1", urlIds: ["a"] }],
  });
});

test("the answer of an instance of the previous version offers no undoing", async () => {
  const refused = { id: "b", success: false, code: "not_found", message: "Short URL not found" };
  fetchMock.mockResolvedValueOnce(answer(200, [{ id: "a", success: true, data: { id: "a" } }, refused]));
  expect(await changeUrls(["a", "b"], { action: "pause" })).toEqual({
    changed: 1,
    skipped: 0,
    refused: { ids: ["b"], reason: "Short URL not found" },
    undoable: [],
  });
});

test("the links of a change whose undoing failed are not restored, and can be undone again", async () => {
  fetchMock.mockImplementation(async (path) => {
    if (String(path).includes("/2/")) return answer(500, { message: "Internal error", code: "internal" });
    return answer(200, { changeId: "undo", results: [changed(String(path))] });
  });
  const second = { changeId: "2", urlIds: ["c", "d"] };
  const outcome = await undoChanges([{ changeId: "1", urlIds: ["a"] }, second, { changeId: "3", urlIds: ["e"] }]);
  expect(fetchMock.mock.calls.map(([path]) => String(path).split("/").at(-2))).toEqual(["3", "2", "1"]);
  expect(outcome).toEqual({
    changed: 2,
    skipped: 0,
    refused: { ids: ["c", "d"], reason: "Failed to update URL" },
    undoable: [second],
  });
});

test("a lost session stops the undoing", async () => {
  fetchMock.mockResolvedValueOnce(answer(401, { message: "Unauthorized" }));
  await expect(undoChanges([{ changeId: "1", urlIds: ["a"] }])).rejects.toThrow("401");
});
