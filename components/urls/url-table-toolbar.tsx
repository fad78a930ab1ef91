import { SearchField } from "@/components/ui/search-field";

type UrlTableToolbarProps = { search: string; onSearch: (text: string) => void; busy: boolean };

export function UrlTableToolbar({ search, onSearch, busy }: UrlTableToolbarProps) {
  return (
    <div className="border-line border-b p-3 @table:border-b-0 @table:px-5">
      <SearchField
        label="Search URLs"
        placeholder="Search by short code or destination"
        value={search}
        onChange={onSearch}
        busy={busy}
        className="sm:max-w-80"
      />
    </div>
  );
}
