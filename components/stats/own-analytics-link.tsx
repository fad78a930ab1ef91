import { User } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button/button-class";
import { paths } from "@/lib/paths";

export function OwnAnalyticsLink() {
  return (
    <Link href={paths.ownAnalytics} prefetch={false} className={buttonClass({ variant: "secondary" })} data-no-print>
      <User aria-hidden className="size-4" strokeWidth={1.75} />
      My Links
    </Link>
  );
}
