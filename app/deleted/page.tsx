import { Unlink } from "lucide-react";
import type { Metadata } from "next";
import { Centered } from "@/components/shell/centered";
import { setPageStatus } from "@/lib/http/page-status";

export const metadata: Metadata = { title: "Link No Longer Available" };

export default function DeletedPage() {
  // Link checkers and search engines would take a 200 for the destination.
  setPageStatus(410);
  return (
    <Centered
      icon={Unlink}
      title="Link No Longer Available"
      text="This short link was removed and is no longer available. Please contact the administrator if you have questions."
    />
  );
}
