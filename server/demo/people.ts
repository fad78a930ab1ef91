import { type History, iso, type Person, type Row } from "@/server/demo/history";
import type { Random } from "@/server/demo/random";
import { GROUPS, PEOPLE } from "@/server/demo/words";

const FOUNDED_DAYS_AGO = 420;
const STATUS_ACTIONS = { paused: "user.pause", locked: "user.lock", deleted: "user.delete" } as const;

/** The users of PEOPLE, in order. */
export function makePeople(random: Random, history: History): { people: Person[]; users: Row[] } {
  const people = PEOPLE.map(({ firstName, lastName }) => ({
    id: random.uuid(history.workday(FOUNDED_DAYS_AGO)),
    label: `${firstName} ${lastName}`,
    email: `${toAscii(firstName)}.${toAscii(lastName)}@northwind.example`,
  }));
  const admin = personAt(people, 0);
  const users = PEOPLE.map(({ firstName, lastName, role, status, urlLimit }, index) => {
    const { id, email } = personAt(people, index);
    const createdAt = history.workday(FOUNDED_DAYS_AGO - index * 12);
    const subject = { type: "user", id, label: email };
    const after = { firstName, lastName, email, role, urlLimit };
    if (index > 0) history.record(createdAt, admin, "user.create", subject, { after });
    if (status !== "active") {
      const at = history.workday(random.integer(3, 60));
      history.record(at, admin, STATUS_ACTIONS[status], subject, { before: { status: "active" }, after: { status } });
    }
    const names = { first_name: firstName, last_name: lastName, email };
    return { id, ...names, role, status, url_limit: urlLimit, created_at: iso(createdAt), updated_at: iso(createdAt) };
  });
  return { people, users };
}

/** The groups of GROUPS, in order, each created by its first member. */
export function makeGroups(random: Random, history: History, people: Person[]) {
  const memberships: Row[] = [];
  const groups = GROUPS.map(({ name, description, userLimit, members }, index) => {
    const createdAt = history.workday(150 - index * 3);
    const id = random.uuid(createdAt);
    const leader = personAt(people, members[0]);
    const subject = { type: "group", id, label: name };
    history.record(createdAt, leader, "group.create", subject, { after: { name, description, userLimit } });
    for (const member of members) {
      const { id: userId, email } = personAt(people, member);
      const at = member === members[0] ? createdAt : history.workday(random.integer(100, 130));
      memberships.push({ user_id: userId, group_id: id, created_at: iso(at) });
      if (member !== members[0]) history.record(at, leader, "group.add_member", subject, { after: { userId, email } });
    }
    return { id, name, description, user_limit: userLimit, created_at: iso(createdAt), updated_at: iso(createdAt) };
  });
  return { groupIds: groups.map(({ id }) => id), groups, memberships };
}

export function personAt(people: Person[], index = 0): Person {
  const person = people[index];
  if (!person) throw new RangeError(`no person at ${index}`);
  return person;
}

function toAscii(name: string): string {
  const plain = name.normalize("NFD").replaceAll("ø", "o");
  return plain.replace(/[^A-Za-z]/g, "").toLowerCase();
}
