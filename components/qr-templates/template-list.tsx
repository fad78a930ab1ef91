import { useQuery } from "@tanstack/react-query";
import { Plus, Shapes } from "lucide-react";
import { useMemo, useState } from "react";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { groupNameOf, useGroupNames } from "@/components/groups/use-group-names";
import { TemplateCard } from "@/components/qr-templates/template-card";
import { type EditedTemplate, type OnEditTemplate, templatesQuery } from "@/components/qr-templates/template-queries";
import { useTemplatePermissions } from "@/components/qr-templates/use-template-permissions";
import { Button } from "@/components/ui/button/button";
import { onDemand } from "@/components/ui/button/on-demand";
import { Card } from "@/components/ui/card";
import { EmptyState, NoMatch } from "@/components/ui/empty-state";
import type { FocusTarget } from "@/components/ui/focus/use-return-focus";
import { SearchField } from "@/components/ui/form/search-field";
import { Skeleton } from "@/components/ui/skeleton";
import { ListFooter } from "@/components/ui/table/list-footer";
import { ListFailed, ListOutdated, toListFailure } from "@/components/ui/table/list-states";
import { ListToolbar } from "@/components/ui/table/list-toolbar";
import { useGrowingList } from "@/components/ui/table/use-growing-list";
import { plural } from "@/lib/format";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import type { QrTemplate } from "@/lib/qr/types";

const TemplateDialog = onDemand(() =>
  import("@/components/qr-templates/template-dialog").then((file) => file.TemplateDialog),
);

type Edited = { template: EditedTemplate; open: boolean; returnFocusTo: FocusTarget | undefined };

/** The templates that the user may use, with actions for those who may change them. */
export function TemplateList() {
  const query = useQuery(templatesQuery);
  const templates = query.data;
  const [text, setText] = useState("");
  // Cards that are shown for a moment only would load their previews.
  const asked = useDebouncedValue(text);
  const failure = toListFailure("The templates could not be loaded", query);
  const { canCreate, firstGroupId } = useTemplatePermissions();
  const groupNames = useGroupNames();
  const [edited, setEdited] = useState<Edited | null>(null);
  const found = useMemo(() => findTemplates(templates ?? [], asked, groupNames), [templates, asked, groupNames]);
  const onEdit: OnEditTemplate = (template, returnFocusTo) => setEdited({ template, open: true, returnFocusTo });
  const create = canCreate && (
    <Button
      variant="secondary"
      {...TemplateDialog.intent}
      onClick={() =>
        onEdit({ name: "", groupId: firstGroupId, design: DEFAULT_DESIGN, isDefault: false, isLocked: false })
      }
    >
      <Plus aria-hidden className="size-4" />
      Create Template
    </Button>
  );
  return (
    <Card aria-label="Templates" aria-busy={query.isPending || undefined}>
      {failure && (templates ? <ListOutdated {...failure} /> : <ListFailed {...failure} />)}
      {query.isPending && <Skeleton className="m-5 h-40" />}
      {templates?.length === 0 && (
        <EmptyState
          icon={Shapes}
          title="No templates"
          description="A template gives the codes of many links the same design."
        >
          {create}
        </EmptyState>
      )}
      {templates && templates.length > 0 && (
        <>
          {(templates.length > MANY_TEMPLATES || text !== "") && (
            <ListToolbar isFiltered={text.trim() !== ""} onClear={() => setText("")}>
              <SearchField
                label="Search templates"
                placeholder="Name or group"
                value={text}
                onChange={setText}
                className="col-span-2 @table:w-64 @roomy:w-72"
              />
            </ListToolbar>
          )}
          {found.length > 0 ? (
            <Cards templates={found} {...{ groupNames, canCreate, onEdit }} />
          ) : (
            <NoMatch title="No templates found" description="Change the search or clear it." />
          )}
          <ListFooter action={create}>{`Showing ${plural(found.length, "template")}`}</ListFooter>
        </>
      )}
      {edited && (
        <TemplateDialog
          template={withLatestDesign(edited.template, templates ?? [])}
          open={edited.open}
          onOpenChange={() => setEdited({ ...edited, open: false })}
          returnFocusTo={edited.returnFocusTo}
        />
      )}
    </Card>
  );
}

/** Someone else may change it while it is edited. */
function withLatestDesign(template: EditedTemplate, templates: readonly QrTemplate[]): EditedTemplate {
  const design = templates.find(({ id }) => id === template.id)?.design;
  return design ? { ...template, design } : template;
}

type CardsProps = {
  templates: readonly QrTemplate[];
  groupNames: ReadonlyMap<string, string>;
  canCreate: boolean;
  onEdit: OnEditTemplate;
};

/** Each card loads a preview, and a user may only make so many calls: those far below the window wait. */
function Cards({ templates, groupNames, canCreate, onEdit }: CardsProps) {
  const list = useGrowingList(templates.length, { step: 16, aheadPx: 400 });
  return (
    <>
      <ul
        aria-label="Templates"
        className="@table:grid @table:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))] @table:gap-3 @table:p-5"
      >
        {templates.slice(0, list.shown).map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            groupName={groupNameOf(template.groupId, groupNames)}
            canCreate={canCreate}
            onEdit={onEdit}
          />
        ))}
      </ul>
      <div ref={list.endRef} />
    </>
  );
}

/** A longer list has a search field. */
const MANY_TEMPLATES = 20;

/** The templates in whose name or group each word of the text occurs. */
export function findTemplates(
  templates: readonly QrTemplate[],
  text: string,
  groupNames: ReadonlyMap<string, string>,
): readonly QrTemplate[] {
  const words = text.toLowerCase().split(/\s+/);
  return templates.filter(({ name, groupId }) => {
    const searched = `${name} ${groupNameOf(groupId, groupNames) ?? "All groups"}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
