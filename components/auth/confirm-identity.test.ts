import { confirmTexts } from "@/components/auth/confirm-identity";

const email = "ann@hop.example";

test.each([
  [{ hasMailServer: true, isSent: false }, "Confirm that it's you", "Send confirmation link"],
  [{ hasMailServer: true, isSent: true }, "Check your email", "Send again"],
  [{ hasMailServer: false, isSent: false }, "Confirm that it's you", "Print confirmation link"],
  [{ hasMailServer: false, isSent: true }, "The link is in the server's log", "Print again"],
])("with %j: %s, %s", (state, title, button) => {
  expect(confirmTexts({ purpose: "save", email, ...state })).toMatchObject({ title, button });
});

test("without a mail server, nothing promises an email", () => {
  for (const isSent of [false, true]) {
    const { text } = confirmTexts({ purpose: "save", email, hasMailServer: false, isSent });
    expect(text).not.toMatch(/sent|mail to/);
  }
  expect(confirmTexts({ purpose: "test", email, hasMailServer: false, isSent: false }).text).toContain(
    "Hop prints the link where it was started",
  );
});
