import { Code, Fields, Part } from "@/components/api-reference/reference-parts";
import type { ReferenceField } from "@/lib/public-api/types";

/** What applies to all operations. */
export function ReferenceGuide({ baseUrl, errorFields }: { baseUrl: string; errorFields: ReferenceField[] }) {
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
          <Code>X-RateLimit-…</Code>. Over the limit: 429 with <Code>Retry-After</Code> in seconds. Responses with 503,
          and those to requests with unreadable headers (400, 408 and 431), come without them and aren't counted.
        </p>
      </div>
      <Part title="Errors">
        <Fields fields={errorFields} isResponse />
      </Part>
    </section>
  );
}
