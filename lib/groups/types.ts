export type Group = { id: string; name: string; description: string | null; userLimit: number };
export type GroupMembership = { userId: string; groupId: string };
