import { type History, iso, type Person, type Row } from "@/lib/demo/history";
import type { Random } from "@/lib/demo/random";
import { GROUPS, PEOPLE } from "@/lib/demo/words";

const FOUNDED_DAYS_AGO = 420;

/** The people of PEOPLE, in its order. */
export function makePeople(random: Random, history: History): { people: Person[]; users: Row[] } {
  const people = PEOPLE.map(([firstName, lastName]) => ({
    id: random.uuid(history.workday(FOUNDED_DAYS_AGO)),
    label: `${firstName} ${lastName}`,
    email: `${asciiOf(firstName)}.${asciiOf(lastName)}@northwind.example`,
  }));
  const users = PEOPLE.map(([firstName, lastName, role, status, urlLimit], place) => {
    const { id, email } = personAt(people, place);
    const head = personAt(people, 0);
    const createdAt = history.workday(FOUNDED_DAYS_AGO - place * 12);
    const subject = { type: "user", id, label: email };
    const after = { firstName, lastName, email, role, urlLimit };
    if (place > 0) history.note({ at: createdAt, actor: head, action: "user.create", subject, after });
    if (status !== "active") {
      const action = { paused: "user.pause", locked: "user.lock", deleted: "user.delete" }[status];
      const at = history.workday(random.integer(3, 60));
      history.note({ at, actor: head, action, subject, before: { status: "active" }, after: { status } });
    }
    return {
      id,
      first_name: firstName,
      last_name: lastName,
      email,
      role,
      status,
      url_limit: urlLimit,
      created_at: iso(createdAt),
      updated_at: iso(createdAt),
    };
  });
  return { people, users };
}

/** The groups of GROUPS, in its order, each founded by the first of its members. */
export function makeGroups(
  random: Random,
  history: History,
  people: Person[],
): { groupIds: string[]; groups: Row[]; memberships: Row[] } {
  const memberships: Row[] = [];
  const groups = GROUPS.map(({ name, description, userLimit, members }, place) => {
    const createdAt = history.workday(150 - place * 3);
    const id = random.uuid(createdAt);
    const leader = personAt(people, members[0]);
    const subject = { type: "group", id, label: name };
    const after = { name, description, userLimit };
    history.note({ at: createdAt, actor: leader, action: "group.create", subject, after });
    for (const member of members) {
      const { id: userId, email } = personAt(people, member);
      const isLeader = member === members[0];
      const at = isLeader ? createdAt : history.workday(random.integer(100, 130));
      memberships.push({ user_id: userId, group_id: id, created_at: iso(at) });
      if (isLeader) continue;
      history.note({ at, actor: leader, action: "group.add_member", subject, after: { userId, email } });
    }
    return { id, name, description, user_limit: userLimit, created_at: iso(createdAt), updated_at: iso(createdAt) };
  });
  return { groupIds: groups.map(({ id }) => id), groups, memberships };
}

export function personAt(people: Person[], place: number): Person {
  const person = people[place];
  if (!person) throw new RangeError(`nobody is at ${place}`);
  return person;
}

function asciiOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll("ø", "o")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
}
