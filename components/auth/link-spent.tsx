import { Centered } from "@/components/shell/centered";
import { buttonClass } from "@/components/ui/button/button-class";
import { paths } from "@/lib/paths";

/** Shown for unknown, expired and used magic links alike, to reveal nothing. */
export function LinkSpent({ brand }: { brand: string }) {
  return (
    <Centered
      brand={brand}
      title="This sign-in link no longer works"
      text="It has expired or was already used. Request a new one to sign in."
    >
      <NewLink />
    </Centered>
  );
}

/** Shown if the browser dropped the session's cookie: another link would be used up in vain. */
export function CookieRefused({ brand }: { brand: string }) {
  return (
    <Centered
      brand={brand}
      title="You're not signed in"
      text="Your browser didn't keep the sign-in cookie. Allow cookies for this site, then request a new link."
    >
      <NewLink />
    </Centered>
  );
}

function NewLink() {
  return (
    <a className={buttonClass({ size: "lg", className: "w-full" })} href={paths.home}>
      Get a new link
    </a>
  );
}
