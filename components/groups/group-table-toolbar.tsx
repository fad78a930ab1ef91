import { UserCog } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** For group admins, whose sidebar does not list User Management. */
export function GroupTableToolbar() {
  return (
    <div className="flex justify-end border-line border-b p-3 @table:border-b-0 @table:px-5">
      <Button asChild variant="secondary" className="w-full @table:w-auto">
        <Link href={paths.users}>
          <UserCog aria-hidden className="size-4" strokeWidth={1.75} />
          User Management
        </Link>
      </Button>
    </div>
  );
}
