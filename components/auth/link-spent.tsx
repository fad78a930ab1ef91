import { Centered } from "@/components/shell/centered";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** A magic link that is unknown, expired or used; the three are told apart to nobody. */
export function LinkSpent({ brand }: { brand: string }) {
  return (
    <Centered
      brand={brand}
      title="This sign-in link does not work any more"
      text="It has expired or was already used. Ask for a new one to sign in."
    >
      <Button asChild size="lg" className="w-full">
        <a href={paths.home}>Get a new link</a>
      </Button>
    </Centered>
  );
}
