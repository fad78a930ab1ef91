import { confirmTexts } from "@/components/auth/confirm-identity";

const email = "ann@hop.example";

test.each([
  [{ hasMailServer: true, isSent: false }, "Confirm that it's you", "Send confirmation link"],
  [{ hasMailServer: true, isSent: true }, "Check your email", "Send again"],
  [{ hasMailServer: false, isSent: false }, "Confirm that it's you", "Write link to the log"],
  [{ hasMailServer: false, isSent: true }, "The link is in the server's log", "Write a new link"],
])("with %j: %s, %s", (state, title, button) => {
  expect(confirmTexts({ purpose: "save", email, ...state })).toMatchObject({ title, button });
});

test("without a mail server, nothing promises an email", () => {
  for (const isSent of [false, true]) {
    const { text } = confirmTexts({ purpose: "save", email, hasMailServer: false, isSent });
    expect(text).not.toMatch(/sent|mail to/);
  }
  expect(confirmTexts({ purpose: "test", email, hasMailServer: false, isSent: false }).text).toContain(
    "Hop writes the link to the server's log",
  );
});
