import { narrow } from "@/components/palette/use-palette-search";
import type { ListedUrl } from "@/lib/urls/types";
import type { User } from "@/lib/users/types";

const link = (shortCode: string) =>
  ({ shortCode, originalUrl: "https://example.com/", status: "deleted", createdByName: null }) as ListedUrl;
const person = (firstName: string) =>
  ({ firstName, lastName: "Lee", email: "lee@example.com", role: "group_admin" }) as User;

test("until the server responds, previous results that match the new text stay", () => {
  const found = {
    urls: [link("spring"), link("sprint")],
    hasMoreUrls: true,
    people: [person("Sprague"), person("Spring")],
    hasMorePeople: true,
  };
  expect(narrow(found, "spring", "https://hop.example")).toEqual({
    urls: [found.urls[0]],
    hasMoreUrls: false,
    people: [found.people[1]],
    hasMorePeople: false,
  });
  expect(narrow(found, "https://hop.example/Sprint", "https://hop.example").urls).toEqual([found.urls[1]]);
});
