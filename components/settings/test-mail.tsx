import { CircleAlert, CircleCheck, Send } from "lucide-react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { useCurrentUser } from "@/components/data/use-actor";
import { Button } from "@/components/ui/button/button";
import type { SettingsValues } from "@/lib/settings/schema";
import { MAIL_SETTING_KEYS, type TestMailResult } from "@/lib/settings/types";

type TestMailProps = {
  control: Control<SettingsValues>;
  test: { data: TestMailResult | undefined; isPending: boolean };
  /** The mail settings that were tested, as JSON. */
  testedValues: string;
  onTest: () => void;
};

/** Sends a test email with the settings in the form, saved or not, and shows the result until they change. */
export function TestMail({ control, test, testedValues, onTest }: TestMailProps) {
  const { email } = useCurrentUser();
  const { dirtyFields } = useFormState({ control });
  const values = JSON.stringify(useWatch({ control, name: MAIL_SETTING_KEYS }));
  const result = testedValues === values && !test.isPending ? test.data : undefined;
  const isUnsaved = MAIL_SETTING_KEYS.some((key) => dirtyFields[key]);
  return (
    <div>
      <div className="flex flex-col gap-x-4 gap-y-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere]">
          {`Sends an email to ${email}${isUnsaved ? " with the settings above, without saving them" : ""}.`}
        </p>
        <Button icon={test.isPending ? undefined : Send} variant="secondary" loading={test.isPending} onClick={onTest}>
          {test.isPending ? "Sending..." : "Send test email"}
        </Button>
      </div>
      <div role="status" className="not-empty:mt-3">
        {result && <Result {...result} />}
      </div>
    </div>
  );
}

function Result({ outcome, message }: TestMailResult) {
  const isSent = outcome === "sent";
  const Icon = isSent ? CircleCheck : CircleAlert;
  return (
    <p
      ref={scrollIntoView}
      className={`flex gap-2 rounded-lg border border-line px-3 py-2 text-base text-ink ${isSent ? "bg-accent-soft" : "bg-danger-soft"}`}
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isSent ? "text-accent-text" : "text-danger-text"}`}
        strokeWidth={1.75}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
    </p>
  );
}

/** The bar at the lower edge may cover it. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
