import { doneOf, endNotice } from "@/components/bulk-jobs/bulk-job-texts";

const job = { totalUrls: 12_000, updatedCount: 11_998, failedCount: 2, error: null } as const;

test.each([
  [
    { ...job, kind: "regenerate-qr", state: "done" },
    { title: "QR codes regenerated successfully", description: "2 links could not be drawn." },
  ],
  [{ ...job, failedCount: 0, kind: "regenerate-qr", state: "done" }, { title: "QR codes regenerated successfully" }],
  [{ ...job, kind: "refresh-favicons", state: "done" }, { title: "Updated favicons for 11,998 of 12,000 URLs" }],
  [
    { ...job, kind: "regenerate-qr", state: "failed" },
    { variant: "destructive", title: "Failed to regenerate QR codes" },
  ],
  [
    { ...job, kind: "refresh-favicons", state: "failed", error: "It broke." },
    { variant: "destructive", title: "Failed to refresh favicons", description: "It broke." },
  ],
  [
    { ...job, updatedCount: 498, kind: "regenerate-qr", state: "cancelled" },
    { title: "Cancelled after 500 of 12,000 URLs" },
  ],
] as const)("of %j is said %j", (ended, notice) => {
  expect(endNotice(ended)).toEqual(notice);
});

test("one URL is one", () => {
  expect(doneOf({ updatedCount: 0, failedCount: 0, totalUrls: 1 })).toBe("0 of 1 URL");
});
