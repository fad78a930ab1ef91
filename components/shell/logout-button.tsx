"use client";

import { LogOut } from "lucide-react";
import { useLogout } from "@/components/shell/use-logout";
import { Button } from "@/components/ui/button";

export function LogoutButton() {
  const logout = useLogout();
  return (
    <Button
      variant="ghost"
      className="w-full justify-start px-2.5"
      loading={logout.isPending}
      onClick={() => logout.mutate()}
    >
      {!logout.isPending && <LogOut aria-hidden className="size-4" strokeWidth={1.75} />}
      Log out
    </Button>
  );
}
