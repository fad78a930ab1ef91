import { Code, Fields, Part } from "@/components/api-reference/reference-parts";
import type { ReferenceField } from "@/lib/public-api/types";

/** What holds for every call. */
export function ReferenceGuide({ baseUrl, errorFields }: { baseUrl: string; errorFields: ReferenceField[] }) {
  return (
    <section id="guide" aria-labelledby="guide-title" className="grid scroll-mt-6 gap-5 border-line border-b py-8">
      <h2 id="guide-title" className="font-semibold text-ink text-lg tracking-[-0.01em]">
        Keys, limits, errors
      </h2>
      <div className="grid max-w-prose gap-3 text-base text-muted">
        <p>
          The calls are at <Code>{baseUrl}</Code>. Each takes an API key of a group, which an administrator creates on
          the page API Keys, in the header <Code>Authorization: Bearer hop_…</Code>, and sees the short URLs of that
          group.
        </p>
        <p>
          Bodies are JSON with <Code>Content-Type: application/json</Code>. Answers are{" "}
          <Code>{`{ "success": true, "data": … }`}</Code>.
        </p>
        <p>
          A key has a number of requests an hour. Every answer says how many, in <Code>RateLimit-Limit</Code>,{" "}
          <Code>RateLimit-Remaining</Code> and <Code>RateLimit-Reset</Code> (seconds), and the same as{" "}
          <Code>X-RateLimit-…</Code>. Beyond them: 429 with <Code>Retry-After</Code> in seconds.
        </p>
      </div>
      <Part title="Every error">
        <Fields fields={errorFields} isAnswer />
      </Part>
    </section>
  );
}
