import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "@/components/groups/group-queries";
import { SelectField } from "@/components/ui/form/select-field";
import { groupOptions, NO_GROUP, toGroupId } from "@/components/urls/group-options";

type GroupFieldProps = {
  value: string | null;
  /** The group the link was in when the form opened. */
  current?: string | null;
  onChange: (groupId: string | null) => void;
  error?: string;
};

export function GroupField({ value, current, onChange, error }: GroupFieldProps) {
  const groups = useQuery(groupsQuery).data;
  const options = groupOptions(groups ?? [], current);
  // The user has left it since the form opened.
  const isLeft = groups !== undefined && value !== null && !options.some((option) => option.value === value);
  return (
    <SelectField
      label="Group"
      optional
      error={error}
      value={value ?? NO_GROUP}
      onValueChange={(next) => onChange(toGroupId(next))}
      options={isLeft ? [...options, { value, label: "Former group" }] : options}
    />
  );
}
