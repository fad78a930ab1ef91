import { QR_DOWNLOAD_INVALID, qrQuerySchema } from "@/lib/qr/query-schema";

test.each(["0", "2", "true", ""])("download=%s is refused with the value to use", (download) => {
  expect(qrQuerySchema.safeParse({ download }).error?.issues[0]?.message).toBe(QR_DOWNLOAD_INVALID);
});
