import { Tabs } from "radix-ui";
import type { ReactNode } from "react";

type TabsRootProps<Value extends string> = {
  value: Value;
  onValue: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** Accessible name of the list of tabs. */
  label: string;
  /** A TabPanel for each tab. */
  children: ReactNode;
};

/** Tabs whose state is kept elsewhere, such as in the address. */
export function TabsRoot<Value extends string>(props: TabsRootProps<Value>) {
  const { value, onValue, options, label, children } = props;
  const onValueChange = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValue(option.value);
  };
  return (
    <Tabs.Root value={value} onValueChange={onValueChange} className="grid min-w-0 gap-4">
      <Tabs.List aria-label={label} className="flex flex-wrap gap-x-5 border-line border-b">
        {options.map((option) => (
          <Tab key={option.value} value={option.value}>
            {option.label}
          </Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs.Root>
  );
}

export function Tab({ value, children }: { value: string; children: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="-mb-px h-10 rounded-t-sm border-transparent focus-visible:-outline-offset-2 px-1 -mx-1 border-b-2 font-medium text-base text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}

export const TabPanel = Tabs.Content;
