import { useQuery } from "@tanstack/react-query";
import { Plus, Shapes } from "lucide-react";
import { useState } from "react";
import { groupNameOf, useGroupNames } from "@/components/groups/use-group-names";
import { TemplateCard } from "@/components/qr-templates/template-card";
import { type EditedTemplate, type OnEditTemplate, templatesQuery } from "@/components/qr-templates/template-queries";
import { useTemplatePermissions } from "@/components/qr-templates/use-template-permissions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated, toListFailure } from "@/components/ui/list-faces";
import { ListFooter } from "@/components/ui/list-footer";
import { onDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { FocusTarget } from "@/components/ui/use-return-focus";
import { plural } from "@/lib/format";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

const TemplateDialog = onDemand(() =>
  import("@/components/qr-templates/template-dialog").then((file) => file.TemplateDialog),
);

type Edited = { template: EditedTemplate; open: boolean; returnFocusTo: FocusTarget | undefined };

/** The templates that the user may use, with actions for those who may change them. */
export function TemplateList() {
  const query = useQuery(templatesQuery);
  const templates = query.data;
  const failure = toListFailure("The templates could not be loaded", query);
  const { canCreate, firstGroupId } = useTemplatePermissions();
  const groupNames = useGroupNames();
  const [edited, setEdited] = useState<Edited | null>(null);
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
          <ul
            aria-label="Templates"
            className="@table:grid @table:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))] @table:gap-3 @table:p-5"
          >
            {templates.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                groupName={groupNameOf(template.groupId, groupNames)}
                canCreate={canCreate}
                onEdit={onEdit}
              />
            ))}
          </ul>
          <ListFooter action={create}>{`Showing ${plural(templates.length, "template")}`}</ListFooter>
        </>
      )}
      {edited && (
        <TemplateDialog
          template={edited.template}
          open={edited.open}
          onOpenChange={() => setEdited({ ...edited, open: false })}
          returnFocusTo={edited.returnFocusTo}
        />
      )}
    </Card>
  );
}
