import { ShieldAlert } from "lucide-react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";

export function AccessDenied({ description }: { description: string }) {
  return (
    <Card aria-label="Access Denied">
      <EmptyState icon={ShieldAlert} title="Access Denied" description={description} />
    </Card>
  );
}
