"use client";

import { ErrorScreen } from "@/components/shell/error-screen";

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return <ErrorScreen error={error} as="div" />;
}
