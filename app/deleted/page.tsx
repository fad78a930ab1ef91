import { Unlink } from "lucide-react";
import type { Metadata } from "next";
import { Centered } from "@/components/shell/centered";

export const metadata: Metadata = { title: "Link No Longer Available" };

export default function DeletedPage() {
  return (
    <Centered
      icon={Unlink}
      title="Link No Longer Available"
      text="This short link was removed and is no longer available. Please contact the administrator if you have questions."
    />
  );
}
