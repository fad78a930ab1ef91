import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { groupsQuery } from "@/components/groups/group-queries";
import { useTemplatePermissions } from "@/components/qr-templates/use-template-permissions";
import { SelectField } from "@/components/ui/form/select-field";
import { SwitchField } from "@/components/ui/form/switch-field";
import { TextField } from "@/components/ui/form/text-field";
import { TEMPLATE_NAME_MAX_LENGTH } from "@/lib/qr/designs/template-schema";

export type TemplateHeadValues = { name: string; groupId: string | null; isDefault: boolean; isLocked: boolean };

/** The value of "All groups". */
const ALL_GROUPS = "all";

type TemplateHeadProps = {
  values: TemplateHeadValues;
  /** Whether the template is new: the group of an existing one can't be changed. */
  isNew: boolean;
  /** Message about the name. */
  problem: string | undefined;
  nameRef: RefObject<HTMLInputElement | null>;
  onChange: (values: TemplateHeadValues) => void;
};

/** Name, group and use of a template. */
export function TemplateHead({ values, isNew, problem, nameRef, onChange }: TemplateHeadProps) {
  const { name, groupId, isDefault, isLocked } = values;
  const whose = groupId === null ? "all groups" : "this group";
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          error={problem}
          ref={nameRef}
          value={name}
          maxLength={TEMPLATE_NAME_MAX_LENGTH}
          onChange={(event) => onChange({ ...values, name: event.target.value })}
        />
        <GroupSelect groupId={groupId} isNew={isNew} onGroup={(id) => onChange({ ...values, groupId: id })} />
      </div>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <SwitchField
          label="Default"
          hint={`Used by links in ${whose} without their own design`}
          checked={isDefault}
          onCheckedChange={(checked) => onChange({ ...values, isDefault: checked, isLocked: checked && isLocked })}
        />
        <SwitchField
          label="Locked as brand design"
          hint={`All links of ${whose} use it`}
          checked={isLocked}
          onCheckedChange={(checked) => onChange({ ...values, isLocked: checked, isDefault: checked || isDefault })}
        />
      </div>
    </div>
  );
}

type GroupSelectProps = { groupId: string | null; isNew: boolean; onGroup: (id: string | null) => void };

function GroupSelect({ groupId, isNew, onGroup }: GroupSelectProps) {
  const groups = useQuery(groupsQuery).data ?? [];
  const { canManageAll } = useTemplatePermissions();
  const options = [
    ...(canManageAll || groupId === null ? [{ value: ALL_GROUPS, label: "All groups" }] : []),
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <SelectField
      label="Group"
      disabled={!isNew}
      value={groupId ?? ALL_GROUPS}
      onValueChange={(value) => onGroup(value === ALL_GROUPS ? null : value)}
      options={options}
    />
  );
}
