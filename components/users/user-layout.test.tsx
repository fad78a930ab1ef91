import { renderToStaticMarkup } from "react-dom/server";
import { userTableLayout } from "@/components/users/user-layout";
import { toPeopleWords } from "@/lib/search-text";
import type { ListedUser } from "@/lib/users/types";

const actor = { id: "2", role: "shortcode_admin", label: "kim@north.example" } as const;

const user: ListedUser = {
  id: "1",
  firstName: "Ann",
  lastName: "Lee",
  email: "lee@north.example",
  role: "shortcode_admin",
  status: "active",
  urlLimit: 1,
  createdAt: "2026-11-21T00:00:00.000Z",
  activeUrlCount: 0,
  hasSignedIn: true,
  groups: [],
  groupCount: 0,
};

test.each([
  ["", []],
  ["lee", ["Lee", "lee"]],
  ["north ANN", ["Ann", "north"]],
])("a search for %j marks %j in names and addresses", (text, expected) => {
  const context = { actor, words: toPeopleWords(text), onOpen: () => undefined };
  const html = renderToStaticMarkup(
    userTableLayout.columns.map(({ title, cell }) => <p key={title}>{cell(user, context)}</p>),
  );
  expect([...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, found]) => found)).toEqual(expected);
});

test.each([
  [0, ""],
  [2, "Groups: Finance, Sales"],
  [299, "Groups: Finance, Sales and 297 more"],
])("of %d groups, the list shows %j", (groupCount, expected) => {
  const groups = groupCount > 0 ? ["Finance", "Sales"].map((name) => ({ id: name, name })) : [];
  const [name] = userTableLayout.columns;
  const cell = <>{name?.cell({ ...user, groups, groupCount }, { actor, words: [], onOpen: () => undefined })}</>;
  const html = renderToStaticMarkup(cell);
  const text = html.replace(/<[^>]+>/g, "");
  expect(text).toBe(`Ann Lee${expected}`);
  // Isolated, so that names from right to left stay in this order.
  expect([...html.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)).toEqual(groups.map(({ name }) => name));
});
