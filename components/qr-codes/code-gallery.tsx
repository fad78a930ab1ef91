import { QrCode as QrCodeIcon } from "lucide-react";
import { useMemo, useState } from "react";
import { useGroupNames } from "@/components/groups/use-group-names";
import type { CodeContext } from "@/components/qr-codes/code-card";
import { CodeList } from "@/components/qr-codes/code-list";
import { CODES } from "@/components/qr-codes/code-queries";
import { CodeToolbar } from "@/components/qr-codes/code-toolbar";
import { FilePanel } from "@/components/qr-codes/file-panel";
import { selectedTarget, wholeTarget } from "@/components/qr-codes/file-target";
import { CodeGallerySkeleton } from "@/components/qr-codes/qr-codes-skeleton";
import { onDemand } from "@/components/ui/button/on-demand";
import { Card } from "@/components/ui/card";
import { EmptyState, NoMatch } from "@/components/ui/empty-state";
import { ListFooter } from "@/components/ui/table/list-footer";
import { ListFailed, ListOutdated } from "@/components/ui/table/list-states";
import { useSelection } from "@/components/ui/table/use-selection";
import { CreateUrlButton } from "@/components/urls/create/create-url-button";
import { noMatchText, shownText } from "@/components/urls/list/no-urls";
import { toUrlSearch } from "@/components/urls/list/url-address";
import { isFiltered, type UrlFilters } from "@/components/urls/list/url-filters";
import { useUrlList } from "@/components/urls/list/use-url-list";
import { useUrlView } from "@/components/urls/list/use-url-view";
import { UrlDialogs, useUrlDialogs } from "@/components/urls/url-dialogs";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import type { Total } from "@/lib/format";
import type { QrCode } from "@/lib/qr/types";

const CodeBulkBar = onDemand(() => import("@/components/qr-codes/code-bulk-bar").then((file) => file.CodeBulkBar));

/** The QR codes of the links that the user may see. */
export function CodeGallery() {
  const { filters, setFilters, sort, setSort } = useUrlView();
  const { list, urls: codes, words, total, searching, failure, more } = useUrlList(filters, sort, CODES);
  const search = toUrlSearch(filters, sort);
  const { selection, selected, isWhole, selectWhole, clear } = useCodeSelection(codes, search);
  const matching: Total | undefined = more.hasMore ? (more.matching ?? { total }) : undefined;
  const count = matching ? (matching.hasMoreThanTotal ? null : matching.total) : codes.length;
  const whole = wholeTarget({ search, codes, count, isFiltered: isFiltered(filters) });
  const permissions = useUrlPermissions();
  const { onOpen, ...dialogs } = useUrlDialogs();
  const groupNames = useGroupNames();
  const context: CodeContext = useMemo(
    () => ({ words, onOpen, permissions, groupNames }),
    [words, onOpen, permissions, groupNames],
  );

  if (list.isPending) return <CodeGallerySkeleton />;
  return (
    <>
      <CodeBulkBar
        open={selected.length > 0}
        onOpenChange={clear}
        target={isWhole ? whole : selectedTarget(selected)}
        isWhole={isWhole}
        isAllShown={selection.all === true}
        matching={matching}
        onSelectShown={() => selection.onSelectAll(true)}
        onSelectWhole={selectWhole}
      />
      <FilePanel />
      <Card aria-label="QR codes">
        {(total > 0 || isFiltered(filters)) && (
          <CodeToolbar
            filters={filters}
            onFilter={setFilters}
            sort={sort}
            onSort={setSort}
            busy={searching}
            target={whole}
          />
        )}
        {failure && (list.data ? <ListOutdated {...failure} /> : <ListFailed {...failure} />)}
        {list.data && codes.length === 0 && <NoCodes filters={filters} searching={searching} />}
        {codes.length > 0 && <CodeList codes={codes} count={count} context={context} selection={selection} />}
        {list.data && <ListFooter more={more}>{shownText(codes.length, "QR code", searching)}</ListFooter>}
      </Card>
      <UrlDialogs {...dialogs} />
    </>
  );
}

function NoCodes({ filters, searching }: { filters: UrlFilters; searching: boolean }) {
  if (!isFiltered(filters)) {
    return (
      <EmptyState icon={QrCodeIcon} title="No QR codes" description="Each link you create can have one.">
        <CreateUrlButton variant="secondary" label="Create your first link" />
      </EmptyState>
    );
  }
  if (searching) return <NoMatch title="Searching..." description="" />;
  return <NoMatch title="No QR codes found" description={noMatchText(filters)} />;
}

const OPTIONS = {
  refusal: () => null,
  refusalOfAll: "There are no QR codes to select.",
  label: ({ shortCode }: QrCode) => `Select ${shortCode}`,
};

/**
 * The codes selected in the gallery: single ones, or all that match the filters, loaded or not.
 *
 * @param search the filters and the order, as parameters of GET /api/urls
 */
function useCodeSelection(codes: readonly QrCode[], search: string) {
  const { selection, selected, replace } = useSelection(codes, OPTIONS);
  // Another search ends the selection.
  const [wholeSearch, setWholeSearch] = useState<string | null>(null);
  const isWhole = wholeSearch === search;
  const shown = useMemo(() => {
    if (!isWhole) return selection;
    const ids = new Set(codes.map(({ id }) => id));
    const onSelect = (id: string) => {
      setWholeSearch(null);
      replace([...ids].filter((other) => other !== id));
    };
    return { ...selection, ids, all: true as const, row: { ...selection.row, onSelect } };
  }, [isWhole, selection, codes, replace]);
  return {
    selection: shown,
    selected: isWhole ? codes : selected,
    /** Whether all matching codes are selected. */
    isWhole,
    selectWhole: () => setWholeSearch(search),
    clear: () => {
      setWholeSearch(null);
      replace([]);
    },
  };
}
