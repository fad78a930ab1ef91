import { definitionOf, METRIC_NAMES } from "@/server/metrics/catalogue";

const CATALOGUE = new Map<string, ReturnType<typeof definitionOf>>(
  METRIC_NAMES.map((name) => [name, definitionOf(name)]),
);

/** Labels added by Prometheus. */
const TARGET_LABELS = ["job", "instance"];
const PROCESS_LABELS = ["role", "process"];

/** Metrics and labels in a PromQL expression that Hop does not have. */
export function unknownIn(query: string): string[] {
  const unknown: string[] = [];
  const known = new Set(TARGET_LABELS);
  for (const [, name = "", matchers = ""] of query.matchAll(/\b(up|hop_\w+)(?:\{([^}]*)\})?/g)) {
    const labels = labelsOf(name);
    if (!labels) {
      unknown.push(name);
      continue;
    }
    for (const label of labels) known.add(label);
    const used = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = ""]) => label);
    unknown.push(...used.filter((label) => !labels.includes(label)).map((label) => `${name}{${label}}`));
  }
  for (const [, list = ""] of query.matchAll(/\b(?:by|without) \(([^)]*)\)/g)) {
    unknown.push(
      ...list
        .split(/,\s*/)
        .filter((label) => !known.has(label))
        .map((label) => `by (${label})`),
    );
  }
  return unknown;
}

/** Undefined if there is no such series. */
function labelsOf(series: string): string[] | undefined {
  if (series === "up") return TARGET_LABELS;
  const histogram = CATALOGUE.get(series.replace(/_(bucket|sum|count)$/, ""));
  const metric = CATALOGUE.get(series) ?? (histogram?.type === "histogram" ? histogram : undefined);
  // A histogram has no series with its own name.
  if (!metric || CATALOGUE.get(series)?.type === "histogram") return undefined;
  const ofProcess = metric.isShared ? [] : PROCESS_LABELS;
  return [...TARGET_LABELS, ...ofProcess, ...(metric.labels ?? []), ...(series.endsWith("_bucket") ? ["le"] : [])];
}
