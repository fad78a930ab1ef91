import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from "react";

type Action = (() => void) | false | undefined;

/**
 * Actions of keyboard shortcuts on a row that the user may take. `delete` takes it out of use, such as by revoking a
 * key.
 */
export type RowActions = { open?: Action; edit?: Action; delete?: Action };

type Registered = { readonly current: RowActions };

/** The actions of a list's rendered rows, by id; each control of a row may register its own. */
export type RowRegistry = Map<string, Set<Registered>>;

export function findAction(registry: RowRegistry, id: string, name: keyof RowActions): (() => void) | undefined {
  for (const { current } of registry.get(id) ?? []) if (current[name]) return current[name];
  return undefined;
}

/** Registers actions of the surrounding row, and returns a function that removes them. */
const RowContext = createContext<(actions: Registered) => () => void>(() => () => {});

/** Wraps a row whose controls register their actions. */
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

/** Lets keyboard shortcuts trigger actions of this row's controls. Called by the component that shows them. */
export function useRowActions(actions: RowActions): void {
  const register = useContext(RowContext);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => register(latest), [register]);
}
