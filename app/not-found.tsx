import type { Metadata } from "next";
import { Centered } from "@/components/shell/centered";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "404 Page Not Found" };

export default function NotFound() {
  return (
    <Centered title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <div className="text-center">
        <Button asChild variant="secondary">
          <a href={paths.home}>Go to the start page</a>
        </Button>
      </div>
    </Centered>
  );
}
