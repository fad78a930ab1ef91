import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { controlClasses } from "@/components/ui/form/input";

export function Textarea(props: ComponentProps<"textarea">) {
  return <textarea className={cn(controlClasses, "h-auto min-h-20 resize-y py-2")} {...props} />;
}
