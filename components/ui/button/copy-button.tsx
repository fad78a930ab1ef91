"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button/button";
import { copyText } from "@/components/ui/button/clipboard";

type CopyButtonProps = Pick<ButtonProps, "variant" | "size" | "className"> & {
  text: string;
  /** Names the copied text, for the button's name and the toast: "Copy API key", "API key copied to clipboard". */
  what: string;
  onCopied?: () => void;
};

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and briefly shows a check mark. */
export function CopyButton({ text, what, onCopied, variant = "secondary", ...look }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const onClick = async () => {
    if (!(await copyText(what, text))) return;
    setIsCopied(true);
    onCopied?.();
  };

  const Icon = isCopied ? Check : Copy;
  return (
    <Button {...look} variant={variant} aria-label={`Copy ${what}`} onClick={onClick}>
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      Copy
    </Button>
  );
}
