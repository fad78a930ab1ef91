import { isDatabaseAway } from "@/lib/db/database-away";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { together } from "@/lib/together";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { insertUrl, insertUrls, type NewUrl } from "@/lib/urls/insert";

/**
 * Inserts a link in one transaction with the others that come at the same time (decision 0098). What
 * that does not insert is decided in a transaction of its own, for which nobody else waits.
 *
 * @throws AppError as insertUrl
 */
export async function insertTogether(url: NewUrl): Promise<ShortUrlRow> {
  return (await insertAtOnce(url)) ?? inTransaction(pool(), (client) => insertUrl(client, url));
}

const insertAtOnce = together(async (urls: NewUrl[]) => {
  try {
    return await inTransaction(pool(), (client) => insertUrls(client, urls));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Whatever is wrong with one of them is not the others' fault.
    return urls.map(() => null);
  }
});
