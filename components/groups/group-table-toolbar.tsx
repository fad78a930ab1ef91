import { UserCog } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** For group admins, whose sidebar does not list User Management. */
export function GroupTableToolbar() {
  return (
    <div className="flex justify-end border-line border-b p-3 @table:border-b-0 @table:px-5">
      <Link className={buttonClass({ variant: "secondary", className: "w-full @table:w-auto" })} href={paths.users}>
        <UserCog aria-hidden className="size-4" strokeWidth={1.75} />
        User Management
      </Link>
    </div>
  );
}
