import { EMAIL_INVALID, emailSchema } from "@/lib/auth/schema";
import { createUnboundLink } from "@/lib/auth/send-link";
import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";

/** In the audit log: whoever runs commands on the server. */
const OPERATOR = "Operator";

/**
 * A sign-in link for whoever works on the server, with which they get in although no mail arrives.
 * The audit log says for whom it was made.
 *
 * @param typed an address
 * @throws AppError invalid, not_found, conflict where the user may not sign in
 */
export async function createOperatorLink(typed: string): Promise<{ email: string; link: string }> {
  const { data: email } = emailSchema.safeParse(typed);
  if (email === undefined) throw new AppError("invalid", EMAIL_INVALID);
  const user = await prisma().user.findUnique({ where: { email }, select: { id: true, status: true } });
  if (!user) throw new AppError("not_found", `No user has the address ${email}`);
  if (user.status !== "active") throw new AppError("conflict", `${email} is ${user.status} and cannot sign in`);
  // Before there is a link: one that is not recorded is not printed.
  await prisma().auditEntry.create({
    data: {
      actorLabel: OPERATOR,
      action: "user.sign_in_link",
      subjectType: "user",
      subjectId: user.id,
      subjectLabel: email,
    },
  });
  return { email, link: await createUnboundLink(email) };
}
