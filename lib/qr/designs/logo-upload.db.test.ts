import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { addLogo } from "@/lib/qr/designs/add-logo";
import { createTemplate } from "@/lib/qr/designs/create-template";
import { getLogoImage } from "@/lib/qr/designs/logos";
import { createTemplateSchema } from "@/lib/qr/designs/template-schema";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { designWith, logoSvg } from "@/lib/qr/testing/designs";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

test("a logo is uploaded, proven in a template's design, and drawn in the codes of links", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const { id, width } = await addLogo(admin, logoSvg(), {});
  expect(width).toBeGreaterThan(100);
  const png = await getLogoImage(admin, id);
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  const design = designWith({ logo: { id, percent: 20 }, modules: "rounded" });
  await createTemplate(admin, createTemplateSchema.parse({ name: "Brand", design, isDefault: true }));
  const url = await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/", generateQR: true }));
  const { bytes } = await getQrCode(admin, url.id, qrQuerySchema.parse({ format: "svg" }));
  expect(bytes.toString()).toContain("data:image/png;base64,");
});

test("a file that is not an image is refused and not stored", async () => {
  const user = await createUser();
  await expect(addLogo(user, Buffer.from("no image"), {})).rejects.toMatchObject({ code: "invalid" });
  expect(await prisma().qrLogo.count({ where: { createdById: user.id } })).toBe(0);
});

test("a user uploads at most 50 logos in 24 hours, even concurrently", async () => {
  const user = await createUser();
  const uploaded = (hoursAgo: number) => ({
    png: Buffer.from("png"),
    width: 1,
    height: 1,
    createdById: user.id,
    createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
  });
  await prisma().qrLogo.createMany({ data: [uploaded(25), ...Array.from({ length: 49 }, () => uploaded(23))] });
  const outcomes = await Promise.all(
    [1, 2].map(() =>
      addLogo(user, logoSvg(), {}).then(
        () => "stored",
        ({ code }) => code,
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(["conflict", "stored"]);
});
