import { useTheme } from "next-themes";

/** The theme, and a function that changes it without transitions, which would make some parts lag behind the rest. */
export function useThemeChoice() {
  const { theme, setTheme } = useTheme();
  return {
    theme,
    // Not the provider's own option, which makes the browser restyle the whole page twice on every load.
    setTheme: (chosen: string) => {
      const { style } = document.documentElement;
      style.setProperty(DURATION, "0s");
      setTheme(chosen);
      requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty(DURATION)));
    },
  };
}

/** Duration of Tailwind's transitions. */
const DURATION = "--default-transition-duration";
