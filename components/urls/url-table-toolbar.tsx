import { LoaderCircle, Search } from "lucide-react";
import { Input } from "@/components/ui/input";

type UrlTableToolbarProps = { search: string; onSearch: (text: string) => void; busy: boolean };

export function UrlTableToolbar({ search, onSearch, busy }: UrlTableToolbarProps) {
  const Icon = busy ? LoaderCircle : Search;
  return (
    <div className="border-line border-b p-3 @table:border-b-0 @table:px-5">
      <div className="relative sm:max-w-80">
        <Icon
          aria-hidden
          className={`pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted ${busy ? "animate-spin" : ""}`}
          strokeWidth={1.75}
        />
        <Input
          type="search"
          aria-label="Search URLs"
          placeholder="Search by short code or destination"
          autoComplete="off"
          spellCheck={false}
          className="border-line bg-canvas pl-9"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
    </div>
  );
}
