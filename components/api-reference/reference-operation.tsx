import { Code, Fields, MethodTag, Part, withCode } from "@/components/api-reference/reference-parts";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { ReferenceOperation, ReferenceResponse } from "@/lib/public-api/types";

/** One operation: parameters, body, response and errors. */
export function ReferenceOperationSection({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, scopes, parameters, body, response, errors, example } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-5 border-line border-b py-8">
      <header className="grid gap-1.5">
        <h2 id={`${id}-title`} className="font-semibold text-ink text-lg tracking-[-0.01em]">
          <a href={`#${id}`} className="rounded hover:underline">
            {summary}
          </a>
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <MethodTag method={method} />
          <Code>{path}</Code>
        </p>
        <p className="text-base text-muted">
          {scopes.length === 1 ? "Scope" : "Scopes"}: <Code>{scopes.join(", ")}</Code>
        </p>
        {description && <p className="max-w-prose text-base text-muted">{withCode(description)}</p>}
      </header>
      <Part title="Example">
        <CodeBlock what={`example: ${summary}`} code={example.curl} />
      </Part>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <Fields fields={parameters} />
        </Part>
      )}
      {body.length > 0 && (
        <Part title="Body">
          <Fields fields={body} />
        </Part>
      )}
      <Part title={`Response: ${response.status}`}>
        {example.response !== null && (
          <>
            <CodeBlock what={`response: ${summary}`} code={JSON.stringify(example.response, null, 2)} />
            <Fields fields={response.fields} isResponse />
          </>
        )}
        <Headers response={response} />
      </Part>
      <Part title="Errors">
        <ul className="grid gap-1 text-base text-muted">
          {errors.map(({ status, description: reason }) => (
            <li key={status} className="grid grid-cols-[2.5rem_minmax(0,1fr)]">
              <span className="font-mono text-ink text-sm tabular-nums leading-6">{status}</span>
              <span className="min-w-0 break-words">{withCode(reason)}</span>
            </li>
          ))}
        </ul>
      </Part>
    </section>
  );
}

function Headers({ response }: { response: ReferenceResponse }) {
  return (
    <details className="rounded-lg border border-line bg-surface text-base">
      <summary className="cursor-pointer rounded-lg px-3 py-2 text-muted hover:text-ink">Response headers</summary>
      <dl className="grid gap-x-4 gap-y-1 border-line border-t px-3 py-2 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
        {response.headers.map(({ name, description }) => (
          <div key={name} className="contents">
            <dt>
              <Code>{name}</Code>
            </dt>
            <dd className="mb-1 min-w-0 break-words text-muted sm:mb-0">{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
