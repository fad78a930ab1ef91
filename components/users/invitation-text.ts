import { INVITATION_DAYS } from "@/lib/users/schema";

/** What a new user can do, or gets. Without a mail server, links are in the server's log. */
export function createdText(email: string, isInvited: boolean, hasMailServer: boolean): string {
  if (!isInvited) return `${email} can sign in now.`;
  return hasMailServer ? `${email} will get an invitation by email.` : loggedText(email);
}

/** Shown once a user was invited again. */
export function invitedToast(email: string, hasMailServer: boolean) {
  return hasMailServer
    ? { title: "Invitation queued", description: `To ${email}. The link works for ${INVITATION_DAYS} days.` }
    : { title: "Invitation link logged", description: loggedText(email) };
}

function loggedText(email: string): string {
  return `The link for ${email} is in the server's log.`;
}
