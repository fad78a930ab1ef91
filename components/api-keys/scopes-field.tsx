import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import { FieldNote } from "@/components/ui/form/field";
import { Checkbox } from "@/components/ui/table/checkbox";
import type { CreateApiKeyFields } from "@/lib/api-keys/schema";
import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/api-keys/types";

const SCOPES: Record<ApiKeyScope, { label: string; hint: string }> = {
  create: { label: "Create", hint: "Create links" },
  read: { label: "Read", hint: "List links and their clicks" },
  update: { label: "Update", hint: "Change destination and status" },
  delete: { label: "Delete", hint: "Delete links" },
};

export function ScopesField({ control }: { control: Control<CreateApiKeyFields> }) {
  const id = useId();
  const { field, fieldState } = useController({ control, name: "scopes" });
  const chosen = field.value ?? [];
  const onToggle = (scope: ApiKeyScope) =>
    field.onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <fieldset aria-describedby={`${id}-note`} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Scopes</legend>
      <div className="grid gap-1 rounded-md border border-line px-1.5 py-1 sm:grid-cols-2">
        {API_KEY_SCOPES.map((scope) => (
          <div key={scope} className="flex min-w-0 items-start">
            <Checkbox
              id={`${id}-${scope}`}
              label={SCOPES[scope].label}
              aria-describedby={`${id}-${scope}-hint`}
              checked={chosen.includes(scope)}
              onChange={() => onToggle(scope)}
              onBlur={field.onBlur}
            />
            <div className="min-w-0 py-1.5 pointer-coarse:py-2.5 text-sm leading-5">
              <label htmlFor={`${id}-${scope}`} className="block cursor-pointer font-medium text-ink">
                {SCOPES[scope].label}
              </label>
              <p id={`${id}-${scope}-hint`} className="text-muted">
                {SCOPES[scope].hint}
              </p>
            </div>
          </div>
        ))}
      </div>
      <FieldNote
        id={`${id}-note`}
        error={fieldState.error?.message}
        hint="A key never has more permissions than you have in this group."
      />
    </fieldset>
  );
}
