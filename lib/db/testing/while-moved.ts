import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { untilBlocked } from "@/lib/db/testing/blocked";

/** Makes a call while its link moves to another group: the move commits once the call waits for it. */
export async function whileMoved<T>(urlId: string, groupId: string, call: () => Promise<T>): Promise<T> {
  const { calling } = await prisma().$transaction(async (tx) => {
    await tx.shortUrl.update({ where: { id: urlId }, data: { groupId } });
    const calling = call();
    calling.catch(() => undefined);
    await untilBlocked(pool());
    return { calling };
  });
  return calling;
}
