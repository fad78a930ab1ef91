import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { Code } from "@/components/api-reference/reference-parts";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { CodeBlock } from "@/components/ui/text/code-block";
import { paths } from "@/lib/paths";

type ApiGuideProps = {
  baseUrl: string;
  /** Examples by operation. */
  examples: Record<string, { curl: string }>;
};

const STEPS = [
  {
    operation: "createUrl",
    title: "Create a short URL",
    text: "The link belongs to the key's group. Set email to a member of the group to count the link toward their limit. Omit shortCode to generate one. The response includes the QR code as an image.",
  },
  {
    operation: "listUrls",
    title: "List the group's short URLs",
    text: "Paginated, newest first by default. X-Total-Count is the number of matches; Link points to the next page.",
  },
  {
    operation: "getUrlStats",
    title: "Get the short URL's clicks",
    text: "By day and by source. Bots are excluded.",
  },
] as const;

/** How to use a key, with the addresses of this installation. */
export function ApiGuide({ baseUrl, examples }: ApiGuideProps) {
  return (
    <Card aria-labelledby="api-guide">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-4 @table:px-5">
        <div className="min-w-0">
          <h2 id="api-guide" className="font-semibold text-ink text-lg tracking-[-0.01em]">
            Public API
          </h2>
          <p className="mt-0.5 break-words text-base text-muted">
            Base URL: <Code>{baseUrl}</Code>. Send the key in the <Code>Authorization: Bearer</Code> header. The
            examples read it from <Code>$API_KEY</Code>.
          </p>
        </div>
        <Link
          href={paths.apiReference}
          className="touch-target inline-flex items-center gap-1 rounded font-medium text-accent-text text-base hover:underline"
        >
          API reference
          <ArrowUpRight aria-hidden className="size-4" strokeWidth={1.75} />
        </Link>
      </header>
      <div className="grid gap-6 p-4 @table:p-5">
        {STEPS.map(({ operation, title, text }) => (
          <section key={operation} className="grid min-w-0 gap-2">
            <h3 className="font-medium text-base text-ink">{title}</h3>
            <p className="max-w-prose text-base text-muted">{text}</p>
            <CodeBlock what={`example: ${title}`} code={examples[operation]?.curl ?? ""} />
          </section>
        ))}
        <section className="grid gap-2">
          <h3 className="font-medium text-base text-ink">Limits and errors</h3>
          <ul className="grid max-w-prose list-disc gap-1 pl-5 text-base text-muted marker:text-line-strong">
            <li>
              Every response has <Code>RateLimit-Limit</Code>, <Code>RateLimit-Remaining</Code> and{" "}
              <Code>RateLimit-Reset</Code>. Over the limit: 429 with <Code>Retry-After</Code> in seconds.
            </li>
            <li>
              Each method needs a scope: POST <Code>create</Code>, GET <Code>read</Code>, PATCH <Code>update</Code>,
              DELETE <Code>delete</Code>. A key never has more permissions than its owner.
            </li>
            <li>
              Errors have a message and a code, such as <Code>url_limit_reached</Code> or <Code>short_code_taken</Code>.
            </li>
            <li>
              Send <Code>Idempotency-Key</Code> with POST to retry safely for 24 hours.
            </li>
          </ul>
        </section>
      </div>
    </Card>
  );
}

export function ApiGuideSkeleton() {
  return (
    <Card aria-hidden>
      <div className="grid gap-4 p-4 @table:p-5">
        <Skeleton className="w-32" />
        <Skeleton className="h-48" />
      </div>
    </Card>
  );
}
