import { existsSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { analyticsScreen } from "@/app/(dashboard)/analytics/loading";
import type { Role } from "@/lib/actor";
import { paths } from "@/lib/paths";
import type { CurrentUser } from "@/lib/users/types";

test.each<[Role, boolean]>([
  ["overall_admin", true],
  ["group_admin", false],
  ["shortcode_admin", false],
])("a %s has a link from Analytics to those of their own links: %p", (role, isLinked) => {
  const user = { role } as Partial<CurrentUser> as CurrentUser;
  expect(renderToStaticMarkup(analyticsScreen.link?.(user)).includes(`href="${paths.ownAnalytics}"`)).toBe(isLinked);
  expect(existsSync(`app/(dashboard)${paths.ownAnalytics}/page.tsx`)).toBe(true);
});
