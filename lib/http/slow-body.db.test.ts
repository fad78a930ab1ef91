import { NextRequest } from "next/server";
import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { route } from "@/lib/http/route";
import * as z from "@/lib/zod";

let mockActor: Actor;
jest.mock("../auth/session", () => ({ getActor: async () => mockActor }));

const handle = jest.fn(({ actor }: { actor: Actor }) => ({ role: actor.role }));
const handler = route({ auth: "session", body: z.object({}) }, handle);

beforeEach(async () => {
  mockActor = await createUser({ role: "overall_admin" });
  handle.mockClear();
});
afterEach(() => jest.restoreAllMocks());

/** Sends a body that arrives in two parts, with a minute and `change` in between. */
async function callSlowly(change: () => Promise<unknown> = async () => undefined): Promise<Response> {
  const parts = [Buffer.from("{"), Buffer.from("}")];
  const body = new ReadableStream({
    async pull(controller) {
      const part = parts.shift();
      if (!part) return controller.close();
      if (parts.length === 0) {
        const now = performance.now() + 60_000;
        jest.spyOn(performance, "now").mockReturnValue(now);
        await change();
      }
      controller.enqueue(part);
    },
  });
  const headers = { "Content-Type": "application/json" };
  const request = new NextRequest("http://hop.example/api/items", { method: "POST", body, headers, duplex: "half" });
  return handler(request, { params: Promise.resolve({}) });
}

test.each([
  ["was signed out", () => prisma().session.deleteMany({ where: { userId: mockActor.id } })],
  ["was paused", () => prisma().user.update({ where: { id: mockActor.id }, data: { status: "paused" } })],
])("nothing is done for somebody who %s while their request was arriving", async (_name, change) => {
  expect((await callSlowly(change)).status).toBe(401);
  expect(handle).not.toHaveBeenCalled();
});

test("a request that arrives slowly is authorised by its sender's current role", async () => {
  expect(await (await callSlowly()).json()).toEqual({ role: "overall_admin" });
  const demote = () => prisma().user.update({ where: { id: mockActor.id }, data: { role: "shortcode_admin" } });
  expect(await (await callSlowly(demote)).json()).toEqual({ role: "shortcode_admin" });
});
