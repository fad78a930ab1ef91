import type { Role } from "@/lib/actor";
import type { UserStatus } from "@/lib/users/types";
import type { History, Row } from "@/server/demo/history";
import type { Random } from "@/server/demo/random";

/** Northwind, a fictional company that sells clothes and coffee and hosts events. */
const NAMES =
  "Maya Lindqvist,Jonas Weber,Priya Nair,Elena Petrova,Daniel Osei,Amara Okafor,Tom Becker,Ingrid Solberg,Lucas Moreau," +
  "Hana Novotná,Mateo García,Freya Nilsson,Oliver Hughes,Anouk de Vries,Kenji Watanabe,Zofia Kowalska,Samuel Adeyemi," +
  "Clara Hoffmann,Noah Berg,Leila Haddad,Sofia Rossi,Viktor Lang,Emil Sørensen";

/** Members are indexes in NAMES; the first one leads the group. */
type Group = readonly [name: string, description: string | null, userLimit: number, members: readonly number[]];

const GROUPS: readonly Group[] = [
  ["Marketing", "Campaigns, newsletters and posters", 25, [1, 5, 6, 7, 14, 20]],
  ["Stores", "QR codes in the stores", 200, [2, 8, 9, 10, 15, 18]],
  ["Events", "Readings, tastings and parties", 1000, [3, 7, 11, 19]],
  ["Careers", "Open positions", 10, [4, 12, 16]],
  ["Support", null, 50, [4, 13, 17, 21]],
  ["Press", "Press releases and pictures", 1000, [3, 12, 13]],
];

const FOUNDED_DAYS_AGO = 420;
const STATUS_ACTIONS = { paused: "user.pause", locked: "user.lock", deleted: "user.delete" } as const;

export type Person = { id: string; label: string; email: string; role: Role; status: UserStatus; urlLimit: number };

/** An overall_admin, four group_admins, users, and at the end one user of each other status. */
export function makePeople(random: Random, history: History): { people: Person[]; users: Row[] } {
  const people = NAMES.split(",").map(
    (label, index, { length }): Person => ({
      id: random.uuid(history.workday(FOUNDED_DAYS_AGO)),
      label,
      email: `${toAscii(label.replace(" ", "."))}@northwind.example`,
      role: index === 0 ? "overall_admin" : index < 5 ? "group_admin" : "shortcode_admin",
      status: (["deleted", "locked", "paused"] as const)[length - 1 - index] ?? "active",
      urlLimit: index < 5 ? 100 : index < 14 ? 40 : index < 18 ? 25 : 10,
    }),
  );
  const admin = personAt(people, 0);
  const users = people.map(({ id, label, email, role, status, urlLimit }, index) => {
    const [firstName, ...lastNames] = label.split(" ");
    const lastName = lastNames.join(" ");
    const createdAt = history.workday(FOUNDED_DAYS_AGO - index * 12);
    const subject = { id, label: email };
    if (index > 0)
      history.record(createdAt, admin, "user.create", subject, { firstName, lastName, email, role, urlLimit });
    if (status !== "active") {
      const at = history.workday(random.integer(3, 60));
      history.record(at, admin, STATUS_ACTIONS[status], subject, { status }, { status: "active" });
    }
    const names = { first_name: firstName, last_name: lastName, email };
    const at = new Date(createdAt);
    return { id, ...names, email_verified: at, role, status, url_limit: urlLimit, created_at: at, updated_at: at };
  });
  return { people, users };
}

/** Each group is created by its first member. */
export function makeGroups(random: Random, history: History, people: Person[]) {
  const memberships: Row[] = [];
  const groups = GROUPS.map(([name, description, userLimit], index) => {
    const createdAt = history.workday(150 - index * 3);
    const id = random.uuid(createdAt);
    const [leader, ...others] = membersOf(people, index);
    const subject = { id, label: name };
    history.record(createdAt, leader, "group.create", subject, { name, description, userLimit });
    memberships.push({ user_id: leader.id, group_id: id, created_at: new Date(createdAt) });
    for (const { id: userId, email } of others) {
      const at = history.workday(random.integer(100, 130));
      memberships.push({ user_id: userId, group_id: id, created_at: new Date(at) });
      history.record(at, leader, "group.add_member", subject, { userId, email });
    }
    const at = new Date(createdAt);
    return { id, name, description, user_limit: userLimit, created_at: at, updated_at: at };
  });
  return { groupIds: groups.map(({ id }) => id), groups, memberships };
}

/** The members of a group, its leader first. */
export function membersOf(people: Person[], group: number): [leader: Person, ...others: Person[]] {
  const [leader, ...others] = GROUPS[group]?.[3] ?? [];
  return [personAt(people, leader), ...others.map((index) => personAt(people, index))];
}

function personAt(people: Person[], index = 0): Person {
  const person = people[index];
  if (!person) throw new RangeError(`no person at ${index}`);
  return person;
}

function toAscii(name: string): string {
  const plain = name.normalize("NFD").replaceAll("ø", "o");
  return plain.replace(/[^A-Za-z.]/g, "").toLowerCase();
}
