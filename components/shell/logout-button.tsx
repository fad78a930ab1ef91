"use client";

import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export function LogoutButton() {
  const logout = useMutation({
    mutationFn: () => call("POST", paths.api.logout),
    onSuccess: goHome,
    onError: (error) => toastError(error, "Failed to log out"),
  });
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

/** A full navigation, so that no data of the user stays in memory. */
function goHome() {
  window.location.assign(paths.home);
}
