import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import type { AppError } from "@/lib/errors";
import { addMember } from "@/lib/groups/add-member";
import { createUser as createByCall } from "@/lib/groups/create-user";
import { createUserSchema, updateUserSchema } from "@/lib/users/schema";
import { updateUser } from "@/lib/users/update";

test("creating a user, giving another one their address and adding that one to the same group don't deadlock", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const [user, groupId] = [await createUser(), await createGroup()];
  const data = { email: `${unique("ann")}@example.com`, firstName: "Ann", lastName: "Lee", urlLimit: 1 };
  const calls = await inTransaction(pool(), async (holder) => {
    await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [user.id]);
    const updating = updateUser(admin, user.id, updateUserSchema.parse({ ...data, role: "shortcode_admin" }));
    await untilBlocked(pool(), 1);
    const adding = addMember(admin, groupId, user.id);
    await untilBlocked(pool(), 2);
    const creating = createByCall(
      admin,
      createUserSchema.parse({ ...data, role: "shortcode_admin", groupIds: [groupId] }),
    );
    await untilBlocked(pool(), 3);
    return [updating, adding, creating];
  }).then((started) =>
    Promise.all(
      started.map((call) =>
        call.then(
          () => "done",
          (error: AppError) => error.code,
        ),
      ),
    ),
  );
  expect(calls).toEqual(["done", "done", "conflict"]);
});
