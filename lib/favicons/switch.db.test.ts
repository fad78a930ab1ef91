import { endJobs } from "@/lib/bulk-jobs/end-jobs";
import { getBulkJob } from "@/lib/bulk-jobs/queries";
import { startBulkJob } from "@/lib/bulk-jobs/start";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getFavicon } from "@/lib/favicons/queries";
import { startFaviconRefresh } from "@/lib/favicons/start-refresh";
import { FAVICONS_OFF } from "@/lib/favicons/switch";
import { createUrl } from "@/lib/urls/create";
import { listUrls } from "@/lib/urls/list";

beforeAll(() => {
  jest.replaceProperty(env(), "FAVICONS", "off");
});

test("with FAVICONS=off an icon that was fetched before is neither shown nor given out", async () => {
  const user = await createUser();
  await createUrl(user, { originalUrl: "https://icons.example/", generateQR: false });
  await pool().query("UPDATE favicons SET image = 'png', etag = $1 WHERE host = 'icons.example'", [
    `"${"a".repeat(27)}"`,
  ]);
  expect((await listUrls(user)).items).toMatchObject([{ faviconUrl: null }]);
  await expect(getFavicon(user, "icons.example")).rejects.toMatchObject({ code: "not_found" });
});

test("with FAVICONS=off no refresh is started, and one from before ends with a word", async () => {
  const admin = await createUser({ role: "overall_admin" });
  await expect(startFaviconRefresh(admin)).rejects.toMatchObject({ code: "conflict", message: FAVICONS_OFF });
  await expect(startFaviconRefresh(await createUser())).rejects.toMatchObject({ code: "forbidden" });
  const [before, other] = [await startBulkJob(admin, "refresh-favicons"), await startBulkJob(admin, "regenerate-qr")];
  await endJobs("refresh-favicons", FAVICONS_OFF);
  expect(await getBulkJob(admin, before.id)).toMatchObject({ state: "failed", error: FAVICONS_OFF });
  expect(await getBulkJob(admin, other.id)).toMatchObject({ state: "waiting" });
});
