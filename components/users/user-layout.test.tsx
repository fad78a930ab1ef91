import { renderToStaticMarkup } from "react-dom/server";
import { userTableLayout } from "@/components/users/user-layout";
import { toPeopleWords } from "@/lib/search-text";
import type { ListedUser } from "@/lib/users/types";

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
};

test.each([
  ["", []],
  ["lee", ["Lee", "lee"]],
  ["north ANN", ["Ann", "north"]],
])("a search for %j marks %j in names and addresses", (text, expected) => {
  const context = { actor: undefined, words: toPeopleWords(text) };
  const html = renderToStaticMarkup(
    userTableLayout.columns.map(({ title, cell }) => <p key={title}>{cell(user, context)}</p>),
  );
  expect([...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, found]) => found)).toEqual(expected);
});
