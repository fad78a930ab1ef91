import { QrCode } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/paths";

/** For those whose links have QR codes, which they open one by one. */
export function QrCodesRefused() {
  return (
    <Card aria-label="QR Codes">
      <EmptyState
        icon={QrCode}
        title="Only Overall Admins can regenerate QR codes"
        description="The QR code of each of your short URLs is in the list of URLs."
      >
        <Button asChild variant="secondary">
          <Link href={paths.urls}>Manage URLs</Link>
        </Button>
      </EmptyState>
    </Card>
  );
}
