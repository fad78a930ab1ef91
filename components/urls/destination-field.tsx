import type { ClipboardEventHandler } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Button } from "@/components/ui/button/button";
import { TextField } from "@/components/ui/form/text-field";
import { URL_INVALID, withHttps } from "@/lib/urls/schema";

type DestinationFieldProps = {
  registration: UseFormRegisterReturn;
  value: string;
  error: string | undefined;
  placeholder?: string;
  /** Called with the URL to use instead of a text without a scheme. */
  onUse: (suggestion: string) => void;
  onPaste?: ClipboardEventHandler<HTMLInputElement>;
};

export function DestinationField({ registration, value, error, onUse, ...input }: DestinationFieldProps) {
  const suggestion = error === URL_INVALID ? withHttps(value) : null;
  return (
    <TextField
      label="Destination URL"
      type="url"
      inputMode="url"
      required
      error={error}
      remedy={
        suggestion && (
          <Button
            variant="secondary"
            className="h-auto min-h-9 justify-self-start whitespace-normal py-1.5 text-left"
            onClick={() => onUse(suggestion)}
          >
            <span className="line-clamp-3 break-all">Use {suggestion}</span>
          </Button>
        )
      }
      {...input}
      {...registration}
    />
  );
}
