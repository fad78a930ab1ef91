import { createdText, invitedToast } from "@/components/users/invitation-text";

test("without a mail server, links of invitations are logged, not sent", () => {
  const email = "ann@hop.example";
  expect(createdText(email, false, false)).toBe(`${email} can sign in now.`);
  expect(createdText(email, true, true)).toBe(`${email} will get an invitation by email.`);
  expect(createdText(email, true, false)).toBe(`The link for ${email} is in the server's log.`);
  expect(invitedToast(email, true).title).toBe("Invitation queued");
  expect(invitedToast(email, false)).toEqual({
    title: "Invitation link logged",
    description: `The link for ${email} is in the server's log.`,
  });
});
