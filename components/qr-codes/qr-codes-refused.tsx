import { QrCode } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/paths";

/** Shown to users who can open QR codes one by one only. */
export function QrCodesRefused() {
  return (
    <Card aria-label="QR Codes">
      <EmptyState
        icon={QrCode}
        title="Only Overall Admins can regenerate QR codes"
        description="You can find the QR code of each of your links under Manage URLs."
      >
        <Link className={buttonClass({ variant: "secondary" })} href={paths.urls}>
          Manage URLs
        </Link>
      </EmptyState>
    </Card>
  );
}
