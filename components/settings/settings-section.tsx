import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";

type SettingsSectionProps = {
  title: string;
  description: string;
  footer?: ReactNode;
  children: ReactNode;
};

/** A group of settings: description on the left if there is room, fields on the right. */
export function SettingsSection({ title, description, footer, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="grid @table:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] gap-x-10 gap-y-5 p-4 @table:p-5">
        <div>
          <h2 id={id} className="font-semibold text-ink text-lg tracking-[-0.01em]">
            {title}
          </h2>
          <p className="mt-1 text-pretty text-base text-muted">{description}</p>
        </div>
        <div className="grid max-w-[36rem] content-start gap-4">{children}</div>
      </div>
      {footer && <div className="border-line border-t bg-canvas px-4 py-3 @table:px-5 dark:bg-surface">{footer}</div>}
    </Card>
  );
}

/** Two fields side by side if there is room; the second one is narrow. */
export function SettingsPair({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem] sm:items-start">{children}</div>;
}
