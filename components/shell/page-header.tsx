import type { ReactNode } from "react";
import { CreateUrlButton } from "@/components/urls/create/create-url-button";

type PageHeaderProps = {
  title: string;
  subtitle: string;
  /** A link to a page that belongs to this one. */
  link?: ReactNode;
  /** The button of the page's own action. */
  action?: ReactNode;
  /**
   * Makes creating a short URL the secondary action: the page has its own action, in the header or below, or is for
   * reading.
   */
  hasOwnAction?: boolean;
  /** Disables the buttons: anything they open would be closed when the page arrives. */
  isLoading?: boolean;
};

export function PageHeader({
  title,
  subtitle,
  link,
  action,
  hasOwnAction = false,
  isLoading = false,
}: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="wrap-anywhere min-w-0">
        <h1 className="font-semibold text-2xl text-ink tracking-[-0.02em]">{title}</h1>
        <p className="mt-0.5 text-pretty text-base text-muted">{subtitle}</p>
      </div>
      <div inert={isLoading} className="flex shrink-0 flex-wrap gap-2 *:flex-1 *:px-2.5 sm:*:flex-none sm:*:px-3.5">
        {link}
        <CreateUrlButton shortcut="c" variant={hasOwnAction ? "secondary" : "primary"} />
        {action}
      </div>
    </header>
  );
}
