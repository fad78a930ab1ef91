import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { CreateUserButton } from "@/components/users/user-dialogs";
import { UserTableSkeleton } from "@/components/users/user-table";
import { canCreateUser } from "@/lib/users/policy";

export const usersScreen: Screen = {
  title: "User Management",
  subtitle: "Manage who can sign in, their roles, and their URL limits",
  action: { can: canCreateUser, button: () => <CreateUserButton /> },
  skeleton: <UserTableSkeleton />,
};

export default loading(usersScreen);
