import { NotFoundScreen } from "@/components/shell/not-found-screen";

/** A thing of the dashboard that doesn't exist, or that the user may not see. The title is the page's. */
export default function NotFound() {
  return <NotFoundScreen as="div" />;
}
