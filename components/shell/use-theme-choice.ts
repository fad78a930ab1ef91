import { useTheme } from "next-themes";

/** The theme, and how to change it: at once, as parts that fade would lag behind the rest. */
export function useThemeChoice() {
  const { theme, setTheme } = useTheme();
  return {
    theme,
    // Not the provider's own way, which has the browser style the whole page twice more whenever one loads.
    setTheme: (chosen: string) => {
      const { style } = document.documentElement;
      style.setProperty(DURATION, "0s");
      setTheme(chosen);
      requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty(DURATION)));
    },
  };
}

/** Of Tailwind's transitions. */
const DURATION = "--default-transition-duration";
