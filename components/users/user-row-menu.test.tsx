import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AppConfigProvider } from "@/components/data/app-config";
import { createClient } from "@/components/data/query-provider";
import { MenuItem } from "@/components/ui/table/row-menu";
import { toastAfter } from "@/components/ui/testing/toast-after";
import { currentUserQuery, usersQuery } from "@/components/users/user-queries";
import { UserRowMenu } from "@/components/users/user-row-menu";
import type { CurrentUser, ListedUser } from "@/lib/users/types";

jest.mock("@/components/ui/table/row-menu", () => ({
  RowMenu: ({ children }: { children: ReactNode }) => children,
  MenuItem: jest.fn(() => null),
}));

const person = { firstName: "Ann", lastName: "Lee", email: "ann@example.com", status: "active", urlLimit: 5 } as const;
const admin = { ...person, id: "1", role: "overall_admin", activeUrlCount: 0, signedInAt: "" } as CurrentUser;
const user = {
  ...person,
  id: "2",
  role: "user",
  groups: [],
  groupCount: 0,
  hasSignedIn: true,
} as unknown as ListedUser;
const config = { brand: "", baseUrl: "", timeZone: "UTC", favicons: false, hasMailServer: true };

test.each(["Pause User", "Sign out everywhere"])(
  "%s refetches the users, whom someone else may have changed",
  async (label) => {
    const client = createClient();
    client.setQueryData(currentUserQuery.queryKey, admin);
    client.setQueryData(usersQuery.queryKey, { pages: [], pageParams: [] });
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <AppConfigProvider config={config}>
          <UserRowMenu label="Actions" user={user} onEdit={jest.fn()} onDelete={jest.fn()} />
        </AppConfigProvider>
      </QueryClientProvider>,
    );
    const item = jest.mocked(MenuItem).mock.calls.findLast(([props]) => props.label === label)?.[0];
    jest.spyOn(globalThis, "fetch").mockResolvedValueOnce(Response.json({}));
    await toastAfter(() => item?.onSelect?.(new Event("select")));
    expect(client.getQueryState(usersQuery.queryKey)?.isInvalidated).toBe(true);
  },
);
