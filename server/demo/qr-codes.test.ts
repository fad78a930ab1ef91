import { proveDesign } from "@/lib/qr/studio";
import { DEMO_DESIGNS } from "@/server/demo/qr-codes";

test.each(Object.entries(DEMO_DESIGNS))("the design of %s can be scanned", async (_name, design) => {
  const contents = [`https://hop.example/${"x".repeat(64)}?qr=${"x".repeat(32)}`, "https://hop.example/x?qr=1"];
  expect(await proveDesign({ design, logo: null, contents })).toMatchObject({ ok: true });
});
