import { Copy, Lock, LockOpen, Pencil, Star, StarOff, Trash2 } from "lucide-react";
import { DropdownMenuSeparator } from "@/components/ui/button/dropdown-menu";
import type { MenuProps } from "@/components/ui/button/menu-button";
import { MenuItem, RowMenu } from "@/components/ui/table/row-menu";
import type { QrTemplate } from "@/lib/qr/types";

export type TemplateMenuProps = MenuProps & {
  template: QrTemplate;
  canManage: boolean;
  canCreate: boolean;
  onEdit: () => void;
  onDuplicate: () => void;
  onChange: (changed: Partial<Pick<QrTemplate, "isDefault" | "isLocked">>) => void;
  onDelete: () => void;
};

export function TemplateMenu(props: TemplateMenuProps) {
  const { template, canManage, canCreate, onEdit, onDuplicate, onChange, onDelete, ...button } = props;
  const { isDefault, isLocked } = template;
  return (
    <RowMenu {...button}>
      {canManage && <MenuItem icon={Pencil} label="Edit" onSelect={onEdit} />}
      {canCreate && <MenuItem icon={Copy} label="Duplicate" onSelect={onDuplicate} />}
      {canManage && (
        <>
          <MenuItem
            icon={isDefault ? StarOff : Star}
            label={isDefault ? "Remove as default" : "Set as default"}
            onSelect={() => onChange({ isDefault: !isDefault, ...(isLocked && { isLocked: false }) })}
          />
          <MenuItem
            icon={isLocked ? LockOpen : Lock}
            label={isLocked ? "Unlock" : "Lock as brand design"}
            onSelect={() => onChange(isLocked ? { isLocked: false } : { isDefault: true, isLocked: true })}
          />
          <DropdownMenuSeparator />
          <MenuItem icon={Trash2} label="Delete" danger onSelect={onDelete} />
        </>
      )}
    </RowMenu>
  );
}
