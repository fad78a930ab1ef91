import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section className={cn("overflow-hidden rounded-xl border border-line bg-surface", className)} {...props} />;
}
