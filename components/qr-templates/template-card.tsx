import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "@/components/data/api";
import { toastOutcome } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { designPreviewQuery } from "@/components/qr-designer/design-queries";
import type { TemplateMenuProps } from "@/components/qr-templates/template-menu";
import {
  AFTER_TEMPLATE_CHANGE,
  type OnEditTemplate,
  useUpdateTemplate,
} from "@/components/qr-templates/template-queries";
import { Badge } from "@/components/ui/badge";
import { lazyMenu } from "@/components/ui/button/menu-button";
import { cn } from "@/components/ui/cn";
import { LazyConfirmDialog } from "@/components/ui/dialog/lazy-confirm-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";
import { isForBlack } from "@/lib/qr/design";
import type { QrTemplate } from "@/lib/qr/types";

type TemplateCardProps = {
  template: QrTemplate;
  /** Null for all groups. */
  groupName: string | null;
  canCreate: boolean;
  onEdit: OnEditTemplate;
};

export function TemplateCard({ template, groupName, canCreate, onEdit }: TemplateCardProps) {
  const { id, name, urlCount, isDefault, isLocked, canManage } = template;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const change = useUpdateTemplate(id, toastOutcome("Template saved", "Failed to save the template"));
  const remove = useChange(() => call("DELETE", paths.api.qrTemplate(id)), AFTER_TEMPLATE_CHANGE, {
    ...toastOutcome("Template deleted", "Failed to delete the template"),
    onDone: () => setAsking(false),
  });
  const { groupId, design } = template;
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-line border-t px-4 py-3 first:border-t-0 @table:rounded-lg @table:border @table:p-3 @table:first:border-t">
      <TemplatePreview template={template} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-1">
        <div className="flex items-start justify-between gap-1">
          <h3 className="min-w-0 break-words pt-1.5 font-medium text-base text-ink">{name}</h3>
          {(canManage || canCreate) && (
            <TemplateMenu
              ref={menuButton}
              label={`Actions for ${name}`}
              template={template}
              canManage={canManage}
              canCreate={canCreate}
              onEdit={() => onEdit(template, menuButton)}
              onDuplicate={() =>
                onEdit({ groupId, design, name: `${name} copy`, isDefault: false, isLocked: false }, menuButton)
              }
              onChange={change.mutate}
              onDelete={() => setAsking(true)}
            />
          )}
        </div>
        <p className="truncate text-muted text-sm">{groupName ?? "All groups"}</p>
        {urlCount !== null && (
          <p className="text-muted text-sm tabular-nums">
            {urlCount === 0 ? "Not selected for any link" : `Selected for ${plural(urlCount, "link")}`}
          </p>
        )}
        {isDefault && (
          <p>
            <Badge>{isLocked ? "Locked brand design" : "Default"}</Badge>
          </p>
        )}
      </div>
      <LazyConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete template?"
        description={`Links that use ${name} get the default design. This can't be undone.`}
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        returnFocusTo={menuButton}
      />
    </li>
  );
}

function TemplatePreview({ template: { name, design } }: { template: QrTemplate }) {
  // Kept for the next time that a search or tab shows it.
  const { data, isError } = useQuery({ ...designPreviewQuery(design), gcTime: undefined });
  if (!data)
    return isError ? <span className="size-22 rounded-md border border-line" /> : <Skeleton className="size-22" />;
  return (
    // biome-ignore lint/performance/noImgElement: rendered by our own server
    <img
      src={data}
      alt={`Preview of ${name}`}
      className={cn(
        "size-22 rounded-md border border-line object-contain",
        isForBlack(design) ? "bg-black" : "bg-white",
      )}
    />
  );
}

const TemplateMenu = lazyMenu<TemplateMenuProps>(() =>
  import("@/components/qr-templates/template-menu").then((file) => file.TemplateMenu),
);
