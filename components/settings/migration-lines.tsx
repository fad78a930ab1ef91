import { formatCount } from "@/lib/format";
import type { DatabaseServer } from "@/lib/settings/types";

/** Titles that explain each migration to users. */
const TITLES: Record<string, string> = {
  "clicks to visits": "Moving clicks to their new layout",
  "clicks of users": "Counting clicks per user, by day",
};

/** Background migrations and their progress. */
export function MigrationLines({ migrations }: Pick<DatabaseServer, "migrations">) {
  return (
    <ul className="grid gap-1 text-base text-muted tabular-nums">
      {migrations.map((migration) => (
        <li key={migration.name}>{lineOf(migration)}</li>
      ))}
    </ul>
  );
}

/** "Moving clicks to their new layout: 12,000 of about 40,000" */
function lineOf({ name, done, total, isFailing }: DatabaseServer["migrations"][number]): string {
  const progress = `${TITLES[name] ?? name}: ${formatCount(done)} of about ${formatCount(total)}`;
  return isFailing ? `${progress}. The last step failed and will be retried.` : progress;
}
