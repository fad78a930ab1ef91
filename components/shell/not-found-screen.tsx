import { Centered } from "@/components/shell/centered";
import { buttonClass } from "@/components/ui/button/button-class";
import { paths } from "@/lib/paths";

export const NOT_FOUND = "404 Page Not Found";

/** @param as see Centered */
export function NotFoundScreen({ as }: { as?: "div" }) {
  return (
    <Centered as={as} title={NOT_FOUND} text="Did you forget to add the page to the router?">
      <div className="text-center">
        <a className={buttonClass({ variant: "secondary" })} href={paths.home}>
          Go to the start page
        </a>
      </div>
    </Centered>
  );
}
