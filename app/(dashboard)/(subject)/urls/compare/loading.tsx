import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { BackRow } from "@/components/shell/back-link";
import { PanelSkeleton } from "@/components/ui/panel";
import { paths } from "@/lib/paths";

export const compareScreen: Screen = {
  title: "Compare Links",
  subtitle: "Up to five links side by side",
  above: () => <BackRow href={paths.urls}>Back to URLs</BackRow>,
  skeleton: <PanelSkeleton title="Clicks Over Time" />,
};

export default loading(compareScreen);
