"use client";

import { Button, type ButtonProps } from "@/components/ui/button/button";
import { type FindNext, useHandedFocus } from "@/components/ui/focus/use-handed-focus";

type LeavingButtonProps = Omit<ButtonProps, "ref"> & { findNext: FindNext };

/** A button that its own press may remove, and that then hands on the focus to a certain element. */
export function LeavingButton({ findNext, ...props }: LeavingButtonProps) {
  return <Button ref={useHandedFocus<HTMLButtonElement>(findNext)} {...props} />;
}
