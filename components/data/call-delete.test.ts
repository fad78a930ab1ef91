import { callDelete } from "@/components/data/call-delete";

test.each<[outcome: string, status: number, body: object | string]>([
  ["done", 200, { id: "1" }],
  ["done", 404, { code: "not_found", message: "Placement not found" }],
  ["404", 404, { code: "not_found", message: "Short URL not found" }],
  ["404", 404, "<h1>Not found</h1>"],
  ["403", 403, { code: "forbidden", message: "You do not have permission to do this." }],
])("a deletion is %s after %i %j", async (outcome, status, body) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  jest.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(text, { status }));
  const result = callDelete("Placement", "/api/urls/1/placements/poster").then(
    () => "done",
    ({ status: refusal }) => String(refusal),
  );
  expect(await result).toBe(outcome);
});
