import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** Attributes that connect a control to its label, hint and error. */
export type FieldControl = {
  id: string;
  required?: boolean;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** A button below the error that fixes it. */
  remedy?: ReactNode;
  required?: boolean;
  optional?: boolean;
  /** Shown next to the label, such as the source of the value. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, hint, error, remedy, required, optional, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const asideId = `${id}-aside`;
  const control: FieldControl = { id };
  if (required) control.required = true;
  if (error) control["aria-invalid"] = true;
  const described = [aside && asideId, (error || hint) && noteId].filter(Boolean).join(" ");
  if (described) control["aria-describedby"] = described;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label id={`${id}-label`} htmlFor={id} className="font-medium text-ink text-sm">
          {label}
          {required && (
            <span aria-hidden className="ml-0.5 text-danger-text">
              *
            </span>
          )}
        </label>
        {optional && <span className="text-muted text-xs">Optional</span>}
        {aside && (
          <span id={asideId} className="truncate text-muted text-xs">
            {aside}
          </span>
        )}
      </div>
      {children(control)}
      {(error || hint) && <FieldNote id={noteId} error={error} hint={hint} />}
      {error && remedy}
    </div>
  );
}

/** Text below a control: an error, or else a hint. */
export function FieldNote({ id, error, hint }: { id: string; error: string | undefined; hint: ReactNode }) {
  if (!error) {
    return (
      <p id={id} className="text-muted text-sm">
        {hint}
      </p>
    );
  }
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-danger-text text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{error}</span>
    </p>
  );
}
