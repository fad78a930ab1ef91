import type { Metadata } from "next";
import { NOT_FOUND, NotFoundScreen } from "@/components/shell/not-found-screen";

export const metadata: Metadata = { title: NOT_FOUND };

export default function NotFound() {
  return <NotFoundScreen />;
}
