import type { Screen } from "@/app/(dashboard)/declare-page";
import { UserTableSkeleton } from "@/components/users/user-table";

export const usersScreen: Screen = {
  title: "User Management",
  subtitle: "Manage who can sign in, their roles, and their URL limits",
  skeleton: <UserTableSkeleton />,
};
