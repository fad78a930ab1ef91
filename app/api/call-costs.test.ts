import { NextRequest } from "next/server";
import { v7 as uuidv7 } from "uuid";
import { GET as loadFavicon } from "@/app/api/favicons/[host]/route";
import { GET as downloadQrFile } from "@/app/api/qr-files/[id]/download/route";
import { POST as createQrFile } from "@/app/api/qr-files/route";
import { POST as addLogo } from "@/app/api/qr-logos/route";
import { POST as prove } from "@/app/api/qr-proof/route";
import { PUT as updateTemplate } from "@/app/api/qr-templates/[id]/route";
import { POST as createTemplate } from "@/app/api/qr-templates/route";
import { PUT as setDesign } from "@/app/api/urls/[id]/qr-design/route";
import { POST as share } from "@/app/api/urls/[id]/shares/route";
import { POST as changeUrls } from "@/app/api/urls/bulk/route";
import { env } from "@/lib/env";

const mockActor = { id: "", role: "shortcode_admin", label: "Ann" };
jest.mock("../../lib/auth/session", () => ({ getActor: async () => mockActor }));

beforeEach(() => {
  mockActor.id = uuidv7();
});

test.each([
  [30, "files of QR codes", createQrFile],
  [60, "bulk changes", changeUrls],
  [30, "shared pages", share],
  [60, "new templates", createTemplate],
  [60, "changes of templates", updateTemplate],
  [60, "designs of links", setDesign],
  [120, "proofs of designs", prove],
] as const)("a user can request at most %d %s per minute, as each may take long", async (max, _what, call) => {
  const request = () => new NextRequest("http://hop.example/", { method: "POST", headers, body: '{"name":0}' });
  const headers = { "Content-Type": "application/json" };
  const statuses: number[] = [];
  while (statuses.length <= max)
    statuses.push((await call(request(), { params: Promise.resolve({ id: "1" }) })).status);
  expect(statuses).toEqual([...Array(max).fill(400), 429]);
});

test("a user can load a thousand favicons per minute, as a table has one in every row", async () => {
  Object.assign(env(), { FAVICONS: "off" });
  const params = Promise.resolve({ host: "example.com" });
  const statuses = new Set<number>();
  for (let loaded = 0; loaded < 1_000; loaded++)
    statuses.add((await loadFavicon(new NextRequest("http://hop.example/"), { params })).status);
  expect([...statuses]).toEqual([404]);
});

test("a user can upload at most ten logos per minute, so that slow ones leave time for others' designs", async () => {
  const request = () => new NextRequest("http://hop.example/", { method: "POST", body: "x" });
  const statuses: number[] = [];
  while (statuses.length <= 10) statuses.push((await addLogo(request(), { params: Promise.resolve({}) })).status);
  expect(statuses).toEqual([...Array(10).fill(415), 429]);
});

test("a user can start at most 30 downloads of QR codes per minute, each of which checks the rights to all links", async () => {
  const params = Promise.resolve({ id: "not-a-uuid" });
  const statuses: number[] = [];
  while (statuses.length <= 30)
    statuses.push((await downloadQrFile(new NextRequest("http://hop.example/"), { params })).status);
  expect(statuses).toEqual([...Array(30).fill(404), 429]);
});
