import { ArrowDown, ChartNoAxesColumn, Link2, type LucideIcon, QrCode } from "lucide-react";
import type { ReactNode } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { useCurrentUser } from "@/components/data/use-actor";
import { Card } from "@/components/ui/card";
import { CreateUrlButton } from "@/components/urls/create/create-url-button";
import { withoutScheme } from "@/components/urls/short-link-text";
import { plural } from "@/lib/format";

const LONG_URL = "https://www.example.com/catalogue/spring/2027/offers?page=1";

const REASONS: readonly { icon: LucideIcon; text: string }[] = [
  { icon: Link2, text: "Easy to read out, print and share" },
  { icon: QrCode, text: "With a QR code for posters and screens" },
  { icon: ChartNoAxesColumn, text: "Counts clicks, and shows where they come from" },
];

/** What a short link is, and the button that creates the first one. */
export function FirstLinkCard() {
  const { firstName, urlLimit } = useCurrentUser();
  return (
    <Card aria-labelledby="first-link" data-keep-together>
      <div className="grid @table:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="p-6 @table:p-10">
          <h2 id="first-link" className="text-balance font-semibold text-ink text-xl tracking-[-0.015em]">
            {firstName ? `${firstName}, turn a long link into a short one` : "Turn a long link into a short one"}
          </h2>
          <ul className="mt-4 grid gap-2.5 text-base text-muted">
            {REASONS.map(({ icon: Icon, text }) => (
              <li key={text} className="flex items-start gap-2.5">
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" strokeWidth={1.75} />
                {text}
              </li>
            ))}
          </ul>
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
            <CreateUrlButton label="Create your first link" />
            <p className="text-muted text-sm">You can have {plural(urlLimit, "active link")} at a time.</p>
          </div>
        </div>
        <Picture />
      </div>
    </Card>
  );
}

/** Decoration: a long address becomes a short one. */
function Picture() {
  const { baseUrl } = useAppConfig();
  return (
    <div
      aria-hidden
      className="grid content-center gap-3 border-line border-t bg-canvas p-6 @table:border-t-0 @table:border-l @table:p-10"
    >
      <Address className="text-muted">{LONG_URL}</Address>
      <ArrowDown className="mx-auto size-4 text-muted" strokeWidth={1.75} />
      <Address className="border-accent font-medium text-ink">
        {withoutScheme(baseUrl)}/<span className="text-accent-text">spring</span>
      </Address>
    </div>
  );
}

function Address({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p
      translate="no"
      className={`truncate rounded-lg border border-line bg-surface px-4 py-3 font-mono text-sm ${className}`}
    >
      {children}
    </p>
  );
}
