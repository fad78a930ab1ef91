import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { useBareClick } from "@/components/ui/button/use-bare-click";
import { cn } from "@/components/ui/cn";

/** Not modal: it closes when the focus moves on, and the page is not hidden from screen readers. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

export function DropdownMenuTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger {...props} {...useBareClick()} />;
}

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 animate-fade-in overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-raised outline-none",
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({ danger, ...props }: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return (
    <Radix.Item
      className={cn(
        "flex min-h-8 pointer-coarse:min-h-10 items-center gap-2 rounded-md px-2 py-1 text-base outline-none data-highlighted:bg-hover aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:text-muted",
        danger && "text-danger-text data-highlighted:bg-danger-soft [&_svg]:text-danger-text",
      )}
      {...props}
    />
  );
}

export function DropdownMenuCheckboxItem({ children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      className="flex min-h-8 pointer-coarse:min-h-10 items-center gap-2 rounded-md px-2 py-1 text-base outline-none data-highlighted:bg-hover"
      {...props}
    >
      <span className="grid size-4 shrink-0 place-items-center">
        <Radix.ItemIndicator>
          <Check aria-hidden className="size-4 text-accent-text" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
