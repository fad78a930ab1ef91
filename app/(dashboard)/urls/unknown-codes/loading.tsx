import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { BackLink } from "@/components/settings/back-link";
import { UnknownCodeTableSkeleton } from "@/components/unknown-codes/unknown-code-table";
import { paths } from "@/lib/paths";

export const unknownCodesScreen: Screen = {
  title: "Unknown Codes",
  subtitle: "Short codes that visitors tried but no link uses",
  above: () => (
    <div className="-mb-3 flex">
      <BackLink href={paths.urls}>Back to URLs</BackLink>
    </div>
  ),
  skeleton: <UnknownCodeTableSkeleton />,
};

export default loading(unknownCodesScreen);
