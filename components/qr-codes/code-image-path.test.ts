import { codeImagePath } from "@/components/qr-codes/code-image-path";
import { qrQuerySchema, sizeOf } from "@/lib/qr/query-schema";

test("a code's image is a PNG of the default size; its address changes with the image", () => {
  const { pathname, searchParams } = new URL(codeImagePath({ qrCodeUrl: "/qr", version: "a1" }) ?? "", "http://x.test");
  const query = qrQuerySchema.parse(Object.fromEntries(searchParams));
  expect([pathname, searchParams.get("v")]).toEqual(["/qr", "a1"]);
  expect([query.format, sizeOf(query)]).toEqual(["png", undefined]);
});

test("a link without a code has no image", () => {
  expect(codeImagePath({ qrCodeUrl: null, version: "1" })).toBeNull();
});
