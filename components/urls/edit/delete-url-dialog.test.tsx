import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import { toastAfter } from "@/components/ui/testing/toast-after";
import { DeleteUrlDialog } from "@/components/urls/edit/delete-url-dialog";
import type { ShortUrl } from "@/lib/urls/types";

jest.mock("@/components/ui/dialog/confirm-dialog", () => ({ ConfirmDialog: jest.fn(() => null) }));

const fetchMock = jest.spyOn(globalThis, "fetch");

test("a failed undo of a deletion can be retried", async () => {
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteUrlDialog open onOpenChange={() => undefined} url={{ id: "1", shortUrl: "" } as ShortUrl} />
    </QueryClientProvider>,
  );
  const confirm = jest.mocked(ConfirmDialog).mock.lastCall?.[0].onConfirm;

  fetchMock.mockResolvedValueOnce(Response.json({ id: "1", previousStatus: "paused" }));
  const deleted = await toastAfter(confirm);
  expect(deleted?.title).toBe("URL deleted successfully");
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const failed = await toastAfter(deleted?.actions?.[0]?.onClick);
  expect(failed).toMatchObject({ title: "Failed to update URL", actions: [{ label: "Undo" }] });
  fetchMock.mockResolvedValueOnce(Response.json({}));
  const restored = await toastAfter(failed?.actions?.[0]?.onClick);
  expect(restored?.title).toBe("URL updated successfully");
  expect(fetchMock.mock.lastCall?.[1]?.body).toBe(JSON.stringify({ status: "paused", ifStatus: "deleted" }));
});
