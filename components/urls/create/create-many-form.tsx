import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/components/data/api";
import { refetchIfGroupGone } from "@/components/data/group-gone";
import { type ChangeOptions, useChange } from "@/components/data/use-change";
import { Button } from "@/components/ui/button/button";
import { DialogForm } from "@/components/ui/dialog/dialog-form";
import { useIsShown } from "@/components/ui/dialog/shown";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { Field } from "@/components/ui/form/field";
import { SwitchField } from "@/components/ui/form/switch-field";
import { Textarea } from "@/components/ui/form/textarea";
import { announceMany } from "@/components/urls/create/announce-created";
import { rememberLastGroup } from "@/components/urls/create/last-group";
import { addSchemes, createMany, findManyProblem, type ManyOutcome, toLines } from "@/components/urls/create/many-urls";
import { GroupField } from "@/components/urls/group-field";
import { AFTER_URL_CHANGE } from "@/components/urls/url-mutations";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";
import { type CreateUrlInput, canonicalUrl } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

export type ManyStart = { lines: string[]; groupId: string | null; generateQR: boolean };

type CreateManyFormProps = {
  start: ManyStart;
  urlLimit: number;
  /** Number of links that the user may still create. */
  room: number;
  onDone: () => void;
};

/** Creates a link per line, all in one group. Lines that could not be created stay. */
export function CreateManyForm({ start, urlLimit, room, onDone }: CreateManyFormProps) {
  const [text, setText] = useState(start.lines.join("\n"));
  const [{ groupId, generateQR }, setOptions] = useState(start);
  const [error, setError] = useState<string>();
  const lines = toLines(text);
  const fixed = addSchemes(lines);
  useReportTyped(lines.length > 0);

  const show = (changed: string[]) => {
    setText(changed.join("\n"));
    setError(findManyProblem(changed, room));
  };
  const onOutcome = ({ created, refused, rest }: ManyOutcome) => {
    if (created.length < lines.length) {
      setText([...refused.map(({ line }) => line), ...rest].join("\n"));
      setError(refused[0] && `Line 1: ${refused[0].reason}`);
    } else onDone();
  };
  const create = useCreateUrls({
    onDone: onOutcome,
    onSuccess: (outcome, input) => {
      if (outcome.created.length > 0) rememberLastGroup(groupId);
      announceMany(outcome, input.lines.length, urlLimit);
    },
  });
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    // Without empty lines, so that the messages' line numbers are right.
    show(lines);
    if (findManyProblem(lines, room)) return;
    create.mutate({ lines, groupId, generateQR });
  };

  return (
    <DialogForm
      onSubmit={onSubmit}
      pending={create.isPending}
      submitLabel={`Create ${plural(lines.length, "short URL")}`}
    >
      <Field
        label="Destination URLs"
        required
        hint="One per line. A short code is generated for each."
        error={error}
        remedy={
          fixed.added > 0 && (
            <Button variant="secondary" className="justify-self-start" onClick={() => show(fixed.lines)}>
              {`Add https:// to ${plural(fixed.added, "line")}`}
            </Button>
          )
        }
      >
        {(control) => (
          <Textarea
            rows={8}
            ref={focus}
            wrap="off"
            spellCheck={false}
            autoCapitalize="none"
            {...control}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              if (error) setError(findManyProblem(toLines(target.value), room));
            }}
          />
        )}
      </Field>
      <GroupField value={groupId} onChange={(next) => setOptions((before) => ({ ...before, groupId: next }))} />
      <SwitchField
        label="Generate QR codes"
        checked={generateQR}
        onCheckedChange={(next) => setOptions((before) => ({ ...before, generateQR: next }))}
      />
    </DialogForm>
  );
}

/** Takes the focus from the button that replaced the other form with this one. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

type ManyInput = Pick<CreateUrlInput, "groupId" | "generateQR"> & { lines: string[] };

/**
 * Creates a link per line, until the form is closed. Kept apart from the other mutations, as it needs the form's
 * validation.
 */
function useCreateUrls({ onSuccess, ...options }: ChangeOptions<ManyInput, ManyOutcome>) {
  const isShown = useIsShown();
  const client = useQueryClient();
  const change = ({ lines, ...shared }: ManyInput) => {
    const create = (line: string) => {
      const input: CreateUrlInput = { ...shared, originalUrl: canonicalUrl(line) };
      return call<ShortUrl>("POST", paths.api.urls, input);
    };
    return createMany(lines, create, () => !isShown());
  };
  return useChange(change, AFTER_URL_CHANGE, {
    ...options,
    onSuccess: (outcome, ...rest) => {
      refetchIfGroupGone(client, outcome.failure);
      onSuccess?.(outcome, ...rest);
    },
  });
}
