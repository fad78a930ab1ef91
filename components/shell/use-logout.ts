import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { announceLogout } from "@/components/data/logout-notice";
import { toastError } from "@/components/data/toast-error";
import { paths } from "@/lib/paths";

export function useLogout() {
  return useMutation({
    mutationFn: () => call("POST", paths.api.logout),
    onSuccess: () => {
      announceLogout();
      goHome();
    },
    onError: (error) => toastError(error, "Failed to log out"),
  });
}

/** A full navigation, so that no data of the user stays in memory. */
function goHome() {
  window.location.assign(paths.home);
}
