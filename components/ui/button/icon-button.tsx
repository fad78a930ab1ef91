import { Button, type ButtonProps } from "@/components/ui/button/button";

type IconButtonProps = Omit<ButtonProps, "size"> & {
  /** Accessible name. */
  label: string;
  /** Tooltip; the accessible name by default. */
  tip?: string;
};

/** A button that has only an icon and a tooltip. */
export function IconButton({ label, tip = label, variant = "ghost", ...props }: IconButtonProps) {
  return <Button size="icon" variant={variant} aria-label={label} data-tip={tip} {...props} />;
}
