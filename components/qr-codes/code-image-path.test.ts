import { codeImagePath } from "@/components/qr-codes/code-image-path";
import { qrQuerySchema, sizeOf } from "@/lib/qr/query-schema";

test.each([
  [false, "svg"],
  [true, "png"],
])(
  "the picture of a code with a logo: %p is %s, in the default size; its address changes with the image",
  (hasLogo, format) => {
    const image = codeImagePath({ qrCodeUrl: "/qr", version: "a1", hasLogo });
    const { pathname, searchParams } = new URL(image ?? "", "http://x.test");
    const query = qrQuerySchema.parse(Object.fromEntries(searchParams));
    expect([pathname, searchParams.get("v")]).toEqual(["/qr", "a1"]);
    expect([query.format, sizeOf(query)]).toEqual([format, undefined]);
  },
);

test("a link without a code has no picture", () => {
  expect(codeImagePath({ qrCodeUrl: null, version: "1", hasLogo: false })).toBeNull();
});
