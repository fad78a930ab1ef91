import { commandGroups, countText, foundGroups } from "@/components/palette/palette-entries";
import type { Actor, Role } from "@/lib/actor";
import type { ListedUrl } from "@/lib/urls/types";
import type { User } from "@/lib/users/types";

const labels = (role: Role, text = "") => {
  const actor: Actor = { id: "1", role, label: "Ann" };
  return commandGroups(actor, text).map(({ label, entries }) => [
    label,
    entries.map((entry) => ("label" in entry ? entry.label : entry.id)),
  ]);
};

const EVERYBODYS_ACTIONS = [
  "Create Short URL",
  "Use Light Theme",
  "Use Dark Theme",
  "Use System Theme",
  "Keyboard Shortcuts",
  "Log Out",
];

test.each<[Role, string[], string[]]>([
  [
    "shortcode_admin",
    ["Dashboard", "Manage URLs", "QR Codes", "Groups", "Analytics", "Your Sessions", "API Reference"],
    [],
  ],
  [
    "group_admin",
    [
      ...["Dashboard", "Manage URLs", "QR Codes", "User Management", "Groups", "API Keys"],
      ...["Analytics", "Your Sessions", "API Reference"],
    ],
    ["Create Group", "Create API Key"],
  ],
  [
    "overall_admin",
    [
      ...["Dashboard", "Manage URLs", "QR Codes", "User Management", "Groups", "API Keys", "Analytics", "Settings"],
      ...["My Links", "Audit Log", "Unknown Codes", "Your Sessions", "API Reference"],
    ],
    ["Create User", "Create Group", "Create API Key"],
  ],
])("a %s finds the pages they may open and the actions they may take", (role, pages, actions) => {
  const [first, ...others] = EVERYBODYS_ACTIONS;
  expect(labels(role)).toEqual([
    ["Pages", pages],
    ["Actions", [first, ...actions, ...others]],
  ]);
});

test.each([
  ["url", ["Manage URLs", "Create Short URL"]],
  ["creA us", ["Create User"]],
  ["sign out", ["Log Out"]],
  ["history", ["Audit Log"]],
  ["rs", []],
])("an overall_admin finds by %j: %j", (text, expected) => {
  expect(labels("overall_admin", text).flatMap(([, entries]) => entries)).toEqual(expected);
});

test("a key is created on the screen of keys, for the group that is shown", () => {
  const find = (groupId: string | null) =>
    commandGroups({ id: "1", role: "group_admin", label: "Ann" }, "create api", groupId).flatMap(
      ({ entries }) => entries,
    );
  expect(find(null)).toMatchObject([{ label: "Create API Key", href: "/api-keys?create=key" }]);
  expect(find("g")).toMatchObject([{ href: "/api-keys?group=g&create=key" }]);
});

const url = { id: "u", shortCode: "Spring" } as ListedUrl;
const person = { id: "p", email: "ann+b@example.com" } as User;

test("a person leads to the list of users, and a list that continues to all that match", () => {
  const found = { urls: [url], hasMoreUrls: true, people: [person], hasMorePeople: true };
  expect(foundGroups(found, "a&b").map(({ label, entries }) => [label, entries.map(toTarget)])).toEqual([
    ["Short URLs", [url, "/urls?q=a%26b"]],
    ["People", ["/users?q=ann%2Bb%40example.com", "/users?q=a%26b"]],
  ]);
  expect(foundGroups({ urls: [], hasMoreUrls: false, people: [], hasMorePeople: false }, "a")).toEqual([]);
});

function toTarget(entry: ReturnType<typeof foundGroups>[number]["entries"][number]) {
  return "href" in entry ? entry.href : "url" in entry ? entry.url : null;
}

test("counts are announced by group", () => {
  const found = { urls: [url], hasMoreUrls: false, people: [person, { ...person, id: "q" }], hasMorePeople: false };
  expect(countText(foundGroups(found, "a"))).toBe("1 in Short URLs, 2 in People");
  expect(countText([])).toBe("No results");
});
