import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from "react";

type Action = (() => void) | false | undefined;

/** What the keys of a list do in a row, as far as the user may do it. `delete` takes it from use, such as revoking a key. */
export type RowActions = { open?: Action; edit?: Action; delete?: Action };

type Registered = { readonly current: RowActions };

/** The actions of a list's rendered rows, by id; each control of a row may register its own. */
export type RowRegistry = Map<string, Set<Registered>>;

export function findAction(registry: RowRegistry, id: string, name: keyof RowActions): (() => void) | undefined {
  for (const { current } of registry.get(id) ?? []) if (current[name]) return current[name];
  return undefined;
}

/** Registers the actions of the row that it is provided by, and returns a function that removes them. */
const RowContext = createContext<(actions: Registered) => () => void>(() => () => {});

/** Around a row whose controls register their actions. */
export function ActionRow({ registry, id, children }: { registry: RowRegistry; id: string; children: ReactNode }) {
  const register = useCallback(
    (actions: Registered) => {
      const ofRow = registry.get(id) ?? new Set();
      registry.set(id, ofRow.add(actions));
      return () => {
        ofRow.delete(actions);
        if (ofRow.size === 0 && registry.get(id) === ofRow) registry.delete(id);
      };
    },
    [registry, id],
  );
  return <RowContext value={register}>{children}</RowContext>;
}

/** Lets keys do what the controls of this row do. Called by the component that shows them. */
export function useRowActions(actions: RowActions): void {
  const register = useContext(RowContext);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => register(latest), [register]);
}
