/** The address of a user whose data has been erased (lib/users/erase.ts). */
export const erasedAddress = (id: string) => `erased-${id}@erased.invalid`;
