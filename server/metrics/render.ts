import { AggregatorRegistry, type MetricValueWithName } from "prom-client";
import { definitionOf, METRIC_NAMES, type MetricName } from "@/server/metrics/catalogue";
import type { Sample } from "@/server/metrics/sample";

type Rendered = { contentType: string; text: string };

/** Samples in Prometheus's text format. Samples of the same series are added up. */
export async function render(samples: readonly Sample[]): Promise<Rendered> {
  const values = new Map<MetricName, MetricValueWithName<string>[]>();
  for (const { name, value, labels = {}, part } of samples) {
    const ofName = values.get(name) ?? [];
    ofName.push({ value, labels, ...(part && { metricName: `${name}_${part}` }) });
    values.set(name, ofName);
  }
  // In the order of the catalogue.
  const names = METRIC_NAMES.filter((name) => values.has(name));
  const metrics = names.map((name) => toMetric(name, values.get(name) ?? []));
  const registry = AggregatorRegistry.aggregate([metrics]);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

function toMetric(name: MetricName, values: MetricValueWithName<string>[]) {
  const { help, type } = definitionOf(name);
  return { name, help, type, aggregator: "sum", values };
}
