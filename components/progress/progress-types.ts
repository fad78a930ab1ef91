/** Long work of the viewer's, as shown on every page until it ends. */
export type ProgressCard = {
  id: string;
  title: string;
} & (
  | {
      state: "running";
      /** Accessible name of the bar. */
      label: string;
      done: number;
      total: number;
      /** Of what is counted: "URL". */
      unit: string;
    }
  | { state: "ready"; text: string; href: string; onDismiss: () => void }
  | { state: "failed"; text: string; onDismiss: () => void }
);
