import type { UserStatus } from "@/lib/users/types";
import type { Labelled, Sample } from "@/server/demo/sample";

/** Northwind, a fictional company that sells clothes and coffee and hosts events. */
const NAMES =
  "Maya Lindqvist,Jonas Weber,Priya Nair,Elena Petrova,Daniel Osei,Amara Okafor,Tom Becker,Ingrid Solberg,Lucas Moreau," +
  "Hana Novotná,Mateo García,Freya Nilsson,Oliver Hughes,Anouk de Vries,Kenji Watanabe,Zofia Kowalska,Samuel Adeyemi," +
  "Clara Hoffmann,Noah Berg,Leila Haddad,Sofia Rossi,Viktor Lang,Emil Sørensen";

/** Members are indexes in NAMES; the first one leads the group. */
const GROUPS = [
  {
    name: "Marketing",
    description: "Campaigns, newsletters and posters",
    userLimit: 25,
    members: [1, 5, 6, 7, 14, 20],
  },
  { name: "Stores", description: "QR codes in the stores", userLimit: 200, members: [2, 8, 9, 10, 15, 18] },
  { name: "Events", description: "Readings, tastings and parties", userLimit: 1000, members: [3, 7, 11, 19] },
  { name: "Careers", description: "Open positions", userLimit: 10, members: [4, 12, 16] },
  { name: "Support", description: null, userLimit: 50, members: [4, 13, 17, 21] },
  { name: "Press", description: "Press releases and pictures", userLimit: 1000, members: [3, 12, 13] },
];

const FOUNDED_DAYS_AGO = 420;
const STATUS_ACTIONS = { paused: "user.pause", locked: "user.lock", deleted: "user.delete" } as const;

export type Person = Labelled & { email: string; status: UserStatus };
export type Group = { id: string; leader: Person; members: Person[] };

/** An overall_admin, four group_admins, users, and at the end one user of each other status. */
export function makePeople(sample: Sample): [admin: Person, ...others: Person[]] {
  const people: Person[] = [];
  NAMES.split(",").forEach((label, index, { length }) => {
    const [firstName, ...lastNames] = label.split(" ");
    const email = `${toAscii(label.replace(" ", "."))}@northwind.example`;
    const role = index === 0 ? "overall_admin" : index < 5 ? "group_admin" : "shortcode_admin";
    const status = (["deleted", "locked", "paused"] as const)[length - 1 - index] ?? "active";
    const after = { firstName, lastName: lastNames.join(" "), email, role, urlLimit: index < 5 ? 100 : 50 };
    const at = sample.workday(FOUNDED_DAYS_AGO - index * 12);
    const [admin] = people;
    const unrecorded = { status, emailVerified: new Date(at), updatedAt: new Date(at) };
    const user = sample.create("user", email, { at, actor: admin, after }, unrecorded);
    if (status !== "active") {
      const change = { at: sample.workday(index), actor: admin, before: { status: "active" }, after: { status } };
      sample.record(STATUS_ACTIONS[status], user, change);
    }
    people.push({ id: user.id, label, email, status });
  });
  return people as [Person, ...Person[]];
}

/** Each group is created by its leader. */
export function makeGroups(sample: Sample, people: Person[]): Group[] {
  return GROUPS.map(({ members: indexes, ...after }, index) => {
    const members = indexes.map((person) => people[person] as Person);
    const actor = members[0] as Person;
    const at = sample.workday(150 - index * 3);
    const createdAt = new Date(at);
    const group = sample.create("group", after.name, { at, actor, after }, { updatedAt: createdAt });
    for (const { id: userId, email } of members) {
      sample.insert("group_memberships", { userId, groupId: group.id, createdAt });
      if (userId !== actor.id) sample.record("group.add_member", group, { at, actor, after: { userId, email } });
    }
    return { id: group.id, leader: actor, members };
  });
}

function toAscii(name: string): string {
  const plain = name.normalize("NFD").replaceAll("ø", "o");
  return plain.replace(/[^A-Za-z.]/g, "").toLowerCase();
}
