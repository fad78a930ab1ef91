"use client";

import { Copy, Lock, LockOpen, Pencil, Star, StarOff, Trash2 } from "lucide-react";
import type { Ref } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";
import type { QrTemplate } from "@/lib/qr/types";

export type TemplateMenuProps = {
  /** Accessible name of its button. */
  label: string;
  template: QrTemplate;
  canManage: boolean;
  canCreate: boolean;
  onEdit: () => void;
  onDuplicate: () => void;
  onChange: (changed: Partial<Pick<QrTemplate, "isDefault" | "isLocked">>) => void;
  onDelete: () => void;
  /** Of its button. */
  ref: Ref<HTMLButtonElement>;
};

export function TemplateMenu(props: TemplateMenuProps) {
  const { template, canManage, canCreate, onEdit, onDuplicate, onChange, onDelete, ...button } = props;
  const { isDefault, isLocked } = template;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {canManage && (
          <DropdownMenuItem onSelect={onEdit}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
        )}
        {canCreate && (
          <DropdownMenuItem onSelect={onDuplicate}>
            <Copy aria-hidden />
            Duplicate
          </DropdownMenuItem>
        )}
        {canManage && (
          <>
            <DropdownMenuItem onSelect={() => onChange({ isDefault: !isDefault, isLocked: false })}>
              {isDefault ? <StarOff aria-hidden /> : <Star aria-hidden />}
              {isDefault ? "Remove as default" : "Set as default"}
            </DropdownMenuItem>
            <DropdownMenuItem
              onSelect={() => onChange(isLocked ? { isLocked: false } : { isDefault: true, isLocked: true })}
            >
              {isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
              {isLocked ? "Unlock" : "Lock as brand"}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem danger onSelect={onDelete}>
              <Trash2 aria-hidden />
              Delete
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
