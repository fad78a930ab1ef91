import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";

/** One option of a segmented control. The whole box is clickable. */
export function Radio({ className, title, children, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label
      title={title}
      className={cn(
        "relative grid place-items-center rounded-md text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-control dark:has-checked:bg-pressed",
        className,
      )}
    >
      <input type="radio" className="absolute inset-0 m-0 size-full appearance-none rounded-md" {...input} />
      {children}
    </label>
  );
}

/** A choice of one option. */
export type RadioChoice<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; picture?: ReactNode }[];
};

type RadioGroupProps<Value extends string> = Omit<ComponentProps<"div">, "role" | "onChange"> &
  RadioChoice<Value> & { optionClass: string };

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { value, onChange, options, optionClass, ...group } = props;
  const name = useId();
  return (
    <div role="radiogroup" {...group}>
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          className={optionClass}
        >
          {option.picture}
          {option.label}
        </Radio>
      ))}
    </div>
  );
}
