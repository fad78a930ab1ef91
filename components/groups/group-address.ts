import { idAddress } from "@/components/data/address";

/** The group that is viewed, in the address. */
export const groupAddress = idAddress("group");
