import Link from "next/link";
import type { ReactNode } from "react";
import type { PaletteEntry } from "@/components/palette/palette-entries";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Favicon } from "@/components/urls/favicon";
import { withoutScheme } from "@/components/urls/short-link-text";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { USER_STATUS_BADGE, userName } from "@/components/users/user-labels";

type PaletteOptionProps = {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  /** Called after a link was followed, too. */
  onChoose: (entry: PaletteEntry) => void;
};

/** Pages are links, so that leaving unsaved changes is confirmed, and a click may open a new tab. */
export function PaletteOption({ id, entry, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const shared = {
    id,
    role: "option",
    tabIndex: -1,
    "aria-selected": isActive,
    onPointerMove: onPoint,
    onClick: () => onChoose(entry),
    className: cn(
      "flex min-h-10 pointer-coarse:min-h-12 w-full scroll-my-2 items-center gap-3 rounded-md px-2.5 py-1.5 text-left text-base text-ink",
      isActive && "bg-pressed",
    ),
  } as const;
  if ("href" in entry) {
    return (
      <Link href={entry.href} prefetch={false} {...shared}>
        <Content entry={entry} />
      </Link>
    );
  }
  return (
    <button type="button" {...shared}>
      <Content entry={entry} />
    </button>
  );
}

function Content({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case "url": {
      const { faviconUrl, shortCode, originalUrl, status } = entry.url;
      return (
        <>
          <Favicon src={faviconUrl} />
          <TwoLines
            first={<span className="font-medium font-mono text-sm">{shortCode}</span>}
            second={withoutScheme(originalUrl)}
          />
          {status !== "active" && <Badge variant={STATUS_BADGE[status]}>{status}</Badge>}
        </>
      );
    }
    case "person": {
      const { person } = entry;
      return (
        <>
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-2xs text-accent-text uppercase"
          >
            {[...userName(person)][0]}
          </span>
          <TwoLines first={userName(person)} second={person.email} />
          {person.status !== "active" && <Badge variant={USER_STATUS_BADGE[person.status]}>{person.status}</Badge>}
        </>
      );
    }
    default: {
      const Icon = entry.icon;
      return (
        <>
          <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
          <span className="min-w-0 truncate">{entry.label}</span>
        </>
      );
    }
  }
}

/** On one line where there is room. */
function TwoLines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2">
      <span className="max-w-full shrink-0 truncate sm:max-w-[60%]">{first}</span>{" "}
      <span className="min-w-0 truncate text-muted text-sm">{second}</span>
    </span>
  );
}
