import type { Metadata } from "next";
import { Centered } from "@/components/shell/centered";
import { buttonClass } from "@/components/ui/button-class";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "404 Page Not Found" };

export default function NotFound() {
  return (
    <Centered title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <div className="text-center">
        <a className={buttonClass({ variant: "secondary" })} href={paths.home}>
          Go to the start page
        </a>
      </div>
    </Centered>
  );
}
