"use client";

import { Button, type ButtonProps } from "@/components/ui/button";
import { type FindNext, useHandedFocus } from "@/components/ui/use-handed-focus";

/** A button that its own press may remove, and that then hands on the focus. */
export function LeavingButton({ findNext, ...props }: Omit<ButtonProps, "ref"> & { findNext?: FindNext }) {
  return <Button ref={useHandedFocus<HTMLButtonElement>(findNext)} {...props} />;
}
