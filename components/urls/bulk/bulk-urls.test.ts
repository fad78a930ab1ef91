import { changeUrls, undoChange } from "@/components/urls/bulk/bulk-urls";
import { BULK_MAX_URLS, type BulkUrlResult, type ShortUrl } from "@/lib/urls/types";

const fetchMock = jest.spyOn(globalThis, "fetch");

const changed = (id: string): BulkUrlResult => ({ id, success: true, changed: true, data: { id } as ShortUrl });
const skipped = (id: string): BulkUrlResult => ({ id, success: true, changed: false, data: { id } as ShortUrl });
const refused = (id: string, message = "Short URL not found"): BulkUrlResult => ({
  id,
  success: false,
  code: "not_found",
  message,
});

const answer = (status: number, body: object) => Response.json(body, { status });

afterEach(() => fetchMock.mockReset());

test("the outcome counts the links that were changed, skipped and refused, with the first reason", async () => {
  const results = [changed("a"), skipped("b"), refused("c", "first"), refused("d", "second")];
  fetchMock.mockResolvedValueOnce(answer(200, { changeId: "1", results }));
  expect(await changeUrls(["a", "b", "c", "d"], { action: "pause" })).toEqual({
    changed: 1,
    skipped: 1,
    refused: { ids: ["c", "d"], reason: "first" },
    changeId: "1",
  });
});

test("all links go in one call, so one audit entry and one undo cover them", async () => {
  const ids = Array.from({ length: BULK_MAX_URLS }, (_, index) => String(index));
  fetchMock.mockResolvedValueOnce(answer(200, { changeId: "1", results: ids.map(changed) }));
  expect(await changeUrls(ids, { action: "pause" })).toMatchObject({ changed: BULK_MAX_URLS, changeId: "1" });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test("a response from the previous version offers no Undo", async () => {
  fetchMock.mockResolvedValueOnce(answer(200, [{ id: "a", success: true, data: { id: "a" } }, refused("b")]));
  expect(await changeUrls(["a", "b"], { action: "pause" })).toEqual({
    changed: 1,
    skipped: 0,
    refused: { ids: ["b"], reason: "Short URL not found" },
    changeId: null,
  });
});

test("an undo can't be undone", async () => {
  fetchMock.mockResolvedValueOnce(answer(200, { changeId: "2", results: [changed("a"), refused("b")] }));
  expect(await undoChange("1")).toEqual({
    changed: 1,
    skipped: 0,
    refused: { ids: ["b"], reason: "Short URL not found" },
    changeId: null,
  });
  expect(String(fetchMock.mock.calls[0]?.[0])).toContain("/1/");
});

test("a failed undo throws", async () => {
  fetchMock.mockResolvedValueOnce(answer(401, { message: "Unauthorized" }));
  await expect(undoChange("1")).rejects.toThrow("401");
});
