import { proveDesign } from "@/lib/qr/studio";
import { DEMO_DESIGNS } from "@/server/demo/qr-codes";

test.each(Object.entries(DEMO_DESIGNS))("the design of %s can be scanned", async (_name, design) => {
  const content = `https://hop.example/${"x".repeat(64)}?qr=${"x".repeat(32)}`;
  expect(await proveDesign({ design, logo: null, content })).toMatchObject({ ok: true });
});
