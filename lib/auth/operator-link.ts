import { OPERATOR } from "@/lib/audit/record";
import { createUnboundLink } from "@/lib/auth/send-link";
import { prisma } from "@/lib/db/prisma";
import { EMAIL_INVALID, emailSchema } from "@/lib/email";
import { AppError } from "@/lib/errors";

/**
 * Creates a sign-in link for an operator on the server, for when mail does not arrive. Audited.
 *
 * @param typed an email address
 * @throws AppError invalid, not_found; conflict if the user may not sign in
 */
export async function createOperatorLink(typed: string): Promise<{ email: string; link: string }> {
  const { data: email } = emailSchema.safeParse(typed);
  if (email === undefined) throw new AppError("invalid", EMAIL_INVALID);
  const user = await prisma().user.findUnique({ where: { email }, select: { id: true, status: true } });
  if (!user) throw new AppError("not_found", `No user has the email address ${email}`);
  if (user.status !== "active") throw new AppError("conflict", `${email} is ${user.status} and cannot sign in`);
  return { email, link: await createUnboundLink(OPERATOR, { id: user.id, email }) };
}
