import { Button, type ButtonProps } from "@/components/ui/button";

type IconButtonProps = Omit<ButtonProps, "size" | "asChild"> & {
  /** Accessible name. */
  label: string;
  /** Shown on hover and focus; the name when left out. */
  tip?: string;
};

/** A button that shows an icon alone; its name is in the label, and in a tooltip for those who see. */
export function IconButton({ label, tip = label, variant = "ghost", ...props }: IconButtonProps) {
  return <Button size="icon" variant={variant} aria-label={label} data-tip={tip} {...props} />;
}
