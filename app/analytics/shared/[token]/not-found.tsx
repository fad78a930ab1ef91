import { EyeOff } from "lucide-react";
import { Centered } from "@/components/shell/centered";

/** The same for every address that shows nothing: unknown, expired, revoked. */
export default function SharedStatsNotFound() {
  return (
    <Centered
      icon={EyeOff}
      title="Statistics not available"
      text="This link is incomplete, has expired or has been revoked. Ask the person who sent it to you for a new one."
    />
  );
}
