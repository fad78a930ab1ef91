import { existsSync } from "node:fs";
import { isActiveEntry, NAVIGATION, visibleNavigation } from "@/components/shell/navigation";

describe("the sidebar's links", () => {
  test.each(NAVIGATION)("$href has a page", ({ href }) => {
    const folder = `app/(dashboard)${href === "/" ? "" : href}`;
    expect(["page.tsx", "(list)/page.tsx"].some((file) => existsSync(`${folder}/${file}`))).toBe(true);
  });

  test("everyone sees the dashboard, their URLs and QR Codes", () => {
    for (const role of ["overall_admin", "group_admin", "shortcode_admin"] as const) {
      expect(visibleNavigation(role).map((entry) => entry.label)).toEqual(
        expect.arrayContaining(["Dashboard", "Manage URLs", "QR Codes"]),
      );
    }
  });

  test("only an overall_admin sees User Management; everyone sees Groups", () => {
    for (const role of ["overall_admin", "group_admin", "shortcode_admin"] as const) {
      const labels = visibleNavigation(role).map((entry) => entry.label);
      expect(labels.includes("User Management")).toBe(role === "overall_admin");
      expect(labels).toContain("Groups");
    }
  });

  test("users who manage API keys see them", () => {
    for (const role of ["overall_admin", "group_admin", "shortcode_admin"] as const) {
      const labels = visibleNavigation(role).map((entry) => entry.label);
      expect(labels.includes("API Keys")).toBe(role !== "shortcode_admin");
    }
  });

  test("only an overall_admin sees Settings, as the last entry", () => {
    for (const role of ["overall_admin", "group_admin", "shortcode_admin"] as const) {
      const labels = visibleNavigation(role).map((entry) => entry.label);
      expect(labels.indexOf("Settings")).toBe(role === "overall_admin" ? labels.length - 1 : -1);
    }
  });

  test.each([
    ["/", "/", true],
    ["/", "/urls", false],
    ["/urls", "/urls", true],
    ["/urls", "/urls/1", true],
    ["/urls", "/urls-of-others", false],
  ])("the link to %s on %s is active: %s", (href, pathname, active) => {
    expect(isActiveEntry(href, pathname)).toBe(active);
  });
});
