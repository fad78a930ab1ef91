import { Centered } from "@/components/shell/centered";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** Shown for unknown, expired and used magic links alike, to reveal nothing. */
export function LinkSpent({ brand }: { brand: string }) {
  return (
    <Centered
      brand={brand}
      title="This sign-in link no longer works"
      text="It has expired or was already used. Request a new one to sign in."
    >
      <Button asChild size="lg" className="w-full">
        <a href={paths.home}>Get a new link</a>
      </Button>
    </Centered>
  );
}
