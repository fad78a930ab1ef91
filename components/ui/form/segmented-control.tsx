import { cn } from "@/components/ui/cn";
import { type RadioChoice, RadioGroup } from "@/components/ui/form/radio";

type SegmentedControlProps<Value extends string> = RadioChoice<Value> & {
  /** Accessible name. */
  label: string;
  /** On phones. Two by default, the last option of an odd number taking both. */
  phoneColumns?: 2 | 3;
};

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, phoneColumns = 2, ...choice } = props;
  const isInPairs = phoneColumns === 2;
  return (
    <RadioGroup
      {...choice}
      aria-label={label}
      className={cn(
        "grid w-full gap-0.5 rounded-lg border border-line bg-canvas p-0.5 sm:inline-flex sm:w-auto sm:justify-self-start dark:bg-surface",
        isInPairs ? "grid-cols-2" : "grid-cols-3",
      )}
      optionClass={cn(
        "h-8 pointer-coarse:h-10 whitespace-nowrap px-3 font-medium text-sm",
        isInPairs && "max-sm:last:odd:col-span-2",
      )}
    />
  );
}
