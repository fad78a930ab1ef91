import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getFaviconRefresh } from "@/lib/favicons/queries";
import { refreshFavicons } from "@/lib/favicons/refresh";
import { FAVICONS_OFF } from "@/lib/favicons/switch";
import { createUrl } from "@/lib/urls/create";
import { getFavicon } from "@/lib/urls/favicon";
import { listUrls } from "@/lib/urls/list";

beforeAll(() => {
  jest.replaceProperty(env(), "FAVICONS", "off");
});

test("with FAVICONS=off stored icons are not shown or served", async () => {
  const user = await createUser();
  await createUrl(user, { originalUrl: "https://icons.example/", generateQR: false });
  await pool().query("UPDATE favicons SET image = 'png', etag = $1 WHERE host = 'icons.example'", [
    `"${"a".repeat(27)}"`,
  ]);
  expect((await listUrls(user)).items).toMatchObject([{ faviconUrl: null }]);
  await expect(getFavicon(user, "icons.example")).rejects.toMatchObject({ code: "not_found" });
});

test("with FAVICONS=off no refresh starts, and an earlier one is not running", async () => {
  const admin = await createUser({ role: "overall_admin" });
  await expect(refreshFavicons(admin)).rejects.toMatchObject({ code: "conflict", message: FAVICONS_OFF });
  await expect(refreshFavicons(await createUser())).rejects.toMatchObject({ code: "forbidden" });
  await pool().query(
    "UPDATE favicons SET refresh_started_at = now(), refresh_urls = 1, fetched_at = NULL, due_at = now()",
  );
  expect(await getFaviconRefresh(admin)).toMatchObject({ isRunning: false, totalUrls: 1 });
});
