import { valuesLike } from "@/components/urls/create/create-url-form";

test.each([
  [
    { groupId: "7", qrCodeUrl: null },
    { groupId: "7", generateQR: false },
  ],
  [
    { groupId: null, qrCodeUrl: "/qr" },
    { groupId: null, generateQR: true },
  ],
])("another link is created like %j", (created, kept) => {
  expect(valuesLike(created)).toEqual({ originalUrl: "", shortCode: "", ...kept });
});
