import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { Button } from "@/components/ui/button/button";
import { toastAfter } from "@/components/ui/testing/toast-after";
import { DismissUnknownCode } from "@/components/unknown-codes/unknown-code-actions";

jest.mock("@/components/ui/button/button", () => ({ Button: jest.fn(() => null) }));

const fetchMock = jest.spyOn(globalThis, "fetch");

test("a failed undo of a dismissal says so and can be retried", async () => {
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <DismissUnknownCode code="fyler" />
    </QueryClientProvider>,
  );
  const press = jest.mocked(Button).mock.lastCall?.[0].onClick as (() => void) | undefined;

  fetchMock.mockResolvedValueOnce(Response.json({}));
  const dismissed = await toastAfter(press);
  expect(dismissed?.title).toBe("Code dismissed");
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  const failed = await toastAfter(dismissed?.actions?.[0]?.onClick);
  expect(failed).toMatchObject({ title: "Error", description: "Failed to restore the code" });
  await toastAfter(failed?.actions?.[0]?.onClick);
  const bodies = fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).isDismissed);
  expect(bodies).toEqual([true, false, false]);
});
