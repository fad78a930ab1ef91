import { page } from "@/app/(dashboard)/declare-page";
import { unknownCodesScreen } from "@/app/(dashboard)/urls/unknown-codes/loading";
import { seed } from "@/components/data/seed";
import { unknownCodesQuery } from "@/components/unknown-codes/unknown-code-queries";
import { UnknownCodeTable } from "@/components/unknown-codes/unknown-code-table";
import type { Actor } from "@/lib/actor";
import { canManageUnknownCodes } from "@/lib/urls/policy";
import { listUnknownCodes } from "@/lib/urls/unknown-codes";

export const metadata = { title: unknownCodesScreen.title };

export default page({
  screen: unknownCodesScreen,
  access: { can: canManageUnknownCodes, denied: "You need admin permissions to see unknown codes." },
  load: (actor) => [seed(unknownCodesQuery, loadCodes(actor))],
  view: () => <UnknownCodeTable />,
});

async function loadCodes(actor: Actor) {
  const { items, total } = await listUnknownCodes(actor);
  return { items, total, hasMoreThanTotal: false };
}
