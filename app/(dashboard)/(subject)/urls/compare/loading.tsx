import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { BackLink } from "@/components/settings/back-link";
import { PanelSkeleton } from "@/components/ui/panel";
import { paths } from "@/lib/paths";

export const compareScreen: Screen = {
  title: "Compare Links",
  subtitle: "Up to five links side by side",
  above: () => (
    <div className="-mb-3 flex print:hidden">
      <BackLink href={paths.urls}>Back to short URLs</BackLink>
    </div>
  ),
  skeleton: <PanelSkeleton title="Clicks Over Time" />,
};

export default loading(compareScreen);
