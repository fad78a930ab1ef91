import { type AddressFormat, readId } from "@/components/data/address";
import { type StatsView, statsAddress } from "@/components/stats/stats-address";
import { MAX_COMPARED } from "@/lib/stats/types";

export type CompareState = StatsView & { ids: readonly string[] };

/** Compared links in the address: `ids=a,b`. */
export const compareAddress: AddressFormat<CompareState> = {
  keys: ["ids", ...statsAddress.keys],
  typed: statsAddress.typed ?? [],
  read: (params) => {
    const ids = (params.get("ids") ?? "").split(",").flatMap((id) => readId({ get: () => id }, "id") ?? []);
    return { ...statsAddress.read(params), filters: [], ids: [...new Set(ids)].slice(0, MAX_COMPARED) };
  },
  write: ({ ids, ...view }) => ({ ...(ids.length > 0 && { ids: ids.join(",") }), ...statsAddress.write(view) }),
};
