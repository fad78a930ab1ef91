import { Centered } from "@/components/shell/centered";
import { buttonClass } from "@/components/ui/button-class";
import { paths } from "@/lib/paths";

/** Shown for unknown, expired and used magic links alike, to reveal nothing. */
export function LinkSpent({ brand }: { brand: string }) {
  return (
    <Centered
      brand={brand}
      title="This sign-in link no longer works"
      text="It has expired or was already used. Request a new one to sign in."
    >
      <a className={buttonClass({ size: "lg", className: "w-full" })} href={paths.home}>
        Get a new link
      </a>
    </Centered>
  );
}
