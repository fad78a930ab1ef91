import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { USER_LIMIT_MAX, USER_LIMIT_MIN } from "@/lib/groups/schema";
import { URL_LIMIT_MAX, URL_LIMIT_MIN } from "@/lib/users/schema";

test.each([
  ["users_url_limit_check", "url_limit", URL_LIMIT_MIN, URL_LIMIT_MAX],
  ["groups_user_limit_check", "user_limit", USER_LIMIT_MIN, USER_LIMIT_MAX],
])("%s allows what the schema of the form allows", async (name, column, min, max) => {
  const constraint = sql`SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = ${name}`;
  const definition = `CHECK (((${column} >= ${min}) AND (${column} <= ${max})))`;
  expect(await queryRows(pool(), constraint)).toEqual([{ definition }]);
});
