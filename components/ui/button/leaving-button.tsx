"use client";

import { Button, type ButtonProps } from "@/components/ui/button/button";
import { IconButton, type IconButtonProps } from "@/components/ui/button/icon-button";
import { type FindNext, useHandedFocus } from "@/components/ui/focus/use-handed-focus";

type Leaving<Props> = Omit<Props, "ref"> & { findNext?: FindNext };

/** A button that its own press may remove, and that then hands on the focus. */
export function LeavingButton({ findNext, ...props }: Leaving<ButtonProps>) {
  return <Button ref={useHandedFocus<HTMLButtonElement>(findNext)} {...props} />;
}

/** An icon button that its own press may remove, and that then hands on the focus. */
export function LeavingIconButton({ findNext, ...props }: Leaving<IconButtonProps>) {
  return <IconButton ref={useHandedFocus<HTMLButtonElement>(findNext)} {...props} />;
}
