import { NextRequest } from "next/server";
import { v7 as uuidv7 } from "uuid";
import { GET as downloadQrFile } from "@/app/api/qr-files/[id]/download/route";
import { POST as createQrFile } from "@/app/api/qr-files/route";
import { POST as addLogo } from "@/app/api/qr-logos/route";
import { POST as changeUrls } from "@/app/api/urls/bulk/route";

const mockActor = { id: "", role: "shortcode_admin", label: "Ann" };
jest.mock("../../lib/auth/session", () => ({ getActor: async () => mockActor }));

beforeEach(() => {
  mockActor.id = uuidv7();
});

test.each([
  [30, "files of QR codes", createQrFile],
  [60, "bulk changes", changeUrls],
] as const)("a user can request at most %d %s per minute, as each may take half a second", async (max, _what, call) => {
  const request = () => new NextRequest("http://hop.example/", { method: "POST", headers, body: "{}" });
  const headers = { "Content-Type": "application/json" };
  const statuses: number[] = [];
  while (statuses.length <= max) statuses.push((await call(request(), { params: Promise.resolve({}) })).status);
  expect(statuses).toEqual([...Array(max).fill(400), 429]);
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
