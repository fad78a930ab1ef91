import { FileJson } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ReferenceOperationSection } from "@/components/api-reference/reference-operation";
import { Code, Fields, MethodTag, Part } from "@/components/api-reference/reference-parts";
import { Logo } from "@/components/shell/logo";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { buttonClass } from "@/components/ui/button/button-class";
import { paths } from "@/lib/paths";
import type { Reference, ReferenceField } from "@/lib/public-api/types";

/** The public API on one page, with an anchor for each operation. */
export function ApiReference({ brand, reference }: { brand: string; reference: Reference }) {
  const { title, description, baseUrl, operations, errorFields } = reference;
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-6xl gap-x-10 px-4 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label="Reference"
        className="-mx-1 hidden px-1 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:gap-6 lg:overflow-y-auto lg:py-8"
      >
        <Home brand={brand} />
        <ul className="grid gap-0.5 text-base">
          <Entry href="#guide">Authentication, limits and errors</Entry>
          {operations.map(({ id, method, summary }) => (
            <Entry key={id} href={`#${id}`}>
              <MethodTag method={method} className="mr-2 w-11 text-left text-[0.625rem]" />
              <span className="min-w-0">{summary.split(",")[0]}</span>
            </Entry>
          ))}
        </ul>
        <ThemeSwitch className="mt-auto self-start" />
      </nav>
      <main className="min-w-0 py-6 lg:py-8">
        <div className="mb-6 flex items-center justify-between gap-2 lg:hidden">
          <Home brand={brand} />
          <ThemeSwitch />
        </div>
        <header className="flex flex-col gap-4 border-line border-b pb-6 sm:flex-row sm:items-end sm:justify-between">
          <div className="min-w-0">
            <h1 className="font-semibold text-2xl text-ink tracking-[-0.02em]">{title}</h1>
            <p className="mt-0.5 text-pretty text-base text-muted">{description}</p>
          </div>
          <a className={buttonClass({ variant: "secondary", className: "w-full sm:w-auto" })} href={paths.api.openApi}>
            <FileJson aria-hidden className="size-4" strokeWidth={1.75} />
            OpenAPI 3.1
          </a>
        </header>
        <ReferenceGuide baseUrl={baseUrl} errorFields={errorFields} />
        {operations.map((operation) => (
          <ReferenceOperationSection key={operation.id} operation={operation} />
        ))}
      </main>
    </div>
  );
}

function Home({ brand }: { brand: string }) {
  return (
    <Link
      href={paths.home}
      className="touch-target flex items-center gap-2.5 self-start rounded-md font-semibold text-ink"
    >
      <Logo className="size-7" />
      {brand}
    </Link>
  );
}

function Entry({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="flex items-baseline rounded-md px-2 py-1.5 text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        {children}
      </a>
    </li>
  );
}

/** The rules that apply to all operations. */
function ReferenceGuide({ baseUrl, errorFields }: { baseUrl: string; errorFields: ReferenceField[] }) {
  return (
    <section id="guide" aria-labelledby="guide-title" className="grid scroll-mt-6 gap-5 border-line border-b py-8">
      <h2 id="guide-title" className="font-semibold text-ink text-lg tracking-[-0.01em]">
        Authentication, limits and errors
      </h2>
      <div className="grid max-w-prose gap-3 text-base text-muted">
        <p>
          Base URL: <Code>{baseUrl}</Code>. Send a group's API key in the <Code>Authorization: Bearer hop_…</Code>{" "}
          header. Administrators create keys on the API Keys page. A key gives access to the short URLs of its group.
        </p>
        <p>
          Send request bodies as JSON with <Code>Content-Type: application/json</Code>. Successful responses are{" "}
          <Code>{`{ "success": true, "data": … }`}</Code>.
        </p>
        <p>
          Each key has an hourly rate limit. Every response to a valid key includes <Code>RateLimit-Limit</Code>,{" "}
          <Code>RateLimit-Remaining</Code> and <Code>RateLimit-Reset</Code> (in seconds), also as{" "}
          <Code>X-RateLimit-…</Code>. Over the limit: 429 with <Code>Retry-After</Code> in seconds. 503 responses and
          responses to requests with malformed headers (400, 408 and 431) omit these headers and don't count toward the
          limit.
        </p>
      </div>
      <Part title="Errors">
        <Fields fields={errorFields} isResponse />
      </Part>
    </section>
  );
}
