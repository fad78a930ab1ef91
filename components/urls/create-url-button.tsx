"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CreateUrlDialog } from "@/components/urls/create-url-dialog";

export function CreateUrlButton({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        Create Short URL
      </Button>
      <CreateUrlDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
