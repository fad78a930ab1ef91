import { type AddressFormat, readId } from "@/components/data/address";

/** The group that is viewed, in the address. */
export const groupAddress: AddressFormat<string | null> = {
  keys: ["group"],
  read: (params) => readId(params, "group"),
  write: (group) => ({ ...(group && { group }) }),
};
