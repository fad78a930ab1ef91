import type { Metadata } from "next";
import { ApiReference } from "@/components/api-reference/api-reference";
import { env } from "@/lib/env";
import { apiReference } from "@/lib/public-api/reference";

export const metadata: Metadata = { title: "API reference" };

/** Readable by anybody, as the OpenAPI document is: it holds nothing of this installation but its address. */
export default async function ApiReferencePage() {
  return <ApiReference brand={env().BRAND_NAME} reference={await apiReference()} />;
}
