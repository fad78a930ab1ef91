import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type UseFormReturn, useController } from "react-hook-form";
import { useAppConfig } from "@/components/data/app-config";
import { groupsQuery } from "@/components/groups/group-queries";
import { useLocalLinks } from "@/components/settings/local-links";
import { IconButton } from "@/components/ui/button/icon-button";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import { SwitchField } from "@/components/ui/form/switch-field";
import type { UserValues } from "@/components/users/user-fields";
import type { Group } from "@/lib/groups/types";
import { type CreateUserInput, INVITATION_DAYS } from "@/lib/users/schema";

type NewUserFieldsProps = { form: UseFormReturn<UserValues, unknown, CreateUserInput> };

/** Fields that are only shown when creating a user: their groups, and whether to invite them. */
export function NewUserFields({ form: { control } }: NewUserFieldsProps) {
  const groups = useQuery(groupsQuery).data ?? [];
  const { hasMailServer } = useAppConfig();
  const localLinks = useLocalLinks();
  const hint = hasMailServer
    ? `Emails a sign-in link that works for ${INVITATION_DAYS} days.`
    : "No mail server is set up, so Hop writes the link to the server's log.";
  const chosen = useController({ control, name: "groupIds" });
  const { field: invitation } = useController({ control, name: "sendInvitation" });
  return (
    <>
      {groups.length > 0 && (
        <GroupsField
          groups={groups}
          value={chosen.field.value ?? []}
          onChange={chosen.field.onChange}
          error={chosen.fieldState.error?.message}
        />
      )}
      <SwitchField
        label="Send an invitation"
        hint={localLinks ? `${hint} ${localLinks} Change the base URL in Settings.` : hint}
        checked={invitation.value ?? false}
        onCheckedChange={invitation.onChange}
      />
    </>
  );
}

type GroupsFieldProps = {
  groups: readonly Group[];
  value: readonly string[];
  onChange: (groupIds: string[]) => void;
  error: string | undefined;
};

/** Groups are picked one by one; those picked are listed below. */
function GroupsField({ groups, value, onChange, error }: GroupsFieldProps) {
  const picked = groups.filter(({ id }) => value.includes(id));
  const others = groups.filter(({ id }) => !value.includes(id));
  return (
    <Field label="Groups" optional error={error}>
      {(control) => (
        <div className="grid gap-2">
          <Select
            {...control}
            value=""
            placeholder={others.length > 0 ? "Add to a group" : "In all groups"}
            onValueChange={(id) => onChange([...value, id])}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {picked.length > 0 && (
            <ul aria-label="Chosen groups" className="flex flex-wrap gap-1.5">
              {picked.map(({ id, name }) => (
                <li
                  key={id}
                  className="flex min-w-0 max-w-full items-center rounded-md border border-line bg-canvas pl-2.5 text-ink text-sm"
                >
                  <span className="truncate">{name}</span>
                  <IconButton
                    label={`Remove ${name}`}
                    onClick={() => {
                      onChange(value.filter((other) => other !== id));
                      // The button is gone.
                      document.getElementById(control.id)?.focus();
                    }}
                  >
                    <X aria-hidden className="size-3.5" strokeWidth={1.75} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}
