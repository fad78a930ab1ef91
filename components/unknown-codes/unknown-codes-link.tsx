import { SearchX } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export function UnknownCodesLink() {
  return (
    <Link href={paths.unknownCodes} prefetch={false} className={buttonClass({ variant: "secondary" })}>
      <SearchX aria-hidden className="size-4" strokeWidth={1.75} />
      Unknown Codes
    </Link>
  );
}
