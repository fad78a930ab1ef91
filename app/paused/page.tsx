import { CirclePause } from "lucide-react";
import type { Metadata } from "next";
import { Centered } from "@/components/shell/centered";

export const metadata: Metadata = { title: "Link Temporarily Paused" };

export default function PausedPage() {
  return (
    <Centered
      icon={CirclePause}
      title="Link Temporarily Paused"
      text="This short link is temporarily paused and not accessible. If this seems to be an error, please contact the link administrator."
    />
  );
}
