import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { BackRow } from "@/components/shell/back-link";
import { UnknownCodeTableSkeleton } from "@/components/unknown-codes/unknown-code-table";
import { paths } from "@/lib/paths";

export const unknownCodesScreen: Screen = {
  title: "Unknown Codes",
  subtitle: "Short codes that visitors tried but no link uses",
  above: () => <BackRow href={paths.urls}>Back to URLs</BackRow>,
  skeleton: <UnknownCodeTableSkeleton />,
};

export default loading(unknownCodesScreen);
