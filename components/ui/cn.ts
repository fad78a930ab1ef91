import { type ClassNameValue, createTailwindMerge } from "tailwind-merge";

const ANY = [() => true];

/** Families of classes that start with their name and set one property, such as `gap-4`. */
const FAMILIES =
  "m mx my mt mr mb ml p px py pt pr pb pl gap gap-x gap-y h w size min-h min-w max-h max-w inset inset-x inset-y top right bottom left z opacity cursor order basis grow shrink col-start grid-cols grid-rows items content self justify justify-items justify-self overflow overflow-x overflow-y rounded rounded-l rounded-t leading tracking whitespace break aspect line-clamp decoration underline-offset list fill stroke select scroll-my scroll-mt pointer-events resize transition outline-offset border-t border-r border-b border-l translate-x";

const FONT_SIZE = /^(2xs|xs|sm|base|lg|\d*xl|\[[\d.]+(rem|px)\])$/;

const DISPLAYS =
  "block inline-block inline flex inline-flex grid inline-grid table table-row table-cell table-header-group table-row-group contents hidden";

/**
 * Joins class names; if two set the same property, the later one wins. Knows the classes in use: the library's own
 * configuration knows all of Tailwind's and is six times as large. cn.test.ts compares the two.
 */
export const cn: (...classes: ClassNameValue[]) => string = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(FAMILIES.split(" ").map((name) => [name, [{ [name]: ["", ...ANY] }]])),
    display: DISPLAYS.split(" "),
    position: ["static", "relative", "absolute", "fixed", "sticky"],
    "sr-only": ["sr-only", "not-sr-only"],
    case: ["capitalize", "normal-case", "uppercase"],
    line: ["line-through", "no-underline", "underline"],
    flex: [{ flex: ["1", "none"] }],
    direction: [{ flex: ["col", "col-reverse", "row", "row-reverse"] }],
    wrap: [{ flex: ["wrap", "nowrap"] }],
    column: [{ col: [{ span: ANY }] }],
    "font-family": [{ font: ["mono", "sans"] }],
    "font-weight": [{ font: ["normal", "medium", "semibold"] }],
    "text-align": [{ text: ["left", "center", "right"] }],
    "text-wrap": [{ text: ["balance", "pretty"] }],
    "font-size": [{ text: [(value: string) => FONT_SIZE.test(value)] }],
    "text-color": [{ text: ANY }],
    shadow: [{ shadow: ["control", "raised"] }],
    "bg-image": [{ bg: [(value: string) => value.includes("gradient(")] }],
    bg: [{ bg: ANY }],
    "border-style": [{ border: ["dashed"] }],
    "border-width": [{ border: ["", "0"] }],
    "border-color": [{ border: ANY }],
  },
  conflictingClassGroups: {
    m: ["mx", "my", "mt", "mr", "mb", "ml"],
    mx: ["mr", "ml"],
    my: ["mt", "mb"],
    p: ["px", "py", "pt", "pr", "pb", "pl"],
    px: ["pr", "pl"],
    py: ["pt", "pb"],
    gap: ["gap-x", "gap-y"],
    size: ["w", "h"],
    inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
    "inset-x": ["right", "left"],
    "inset-y": ["top", "bottom"],
    flex: ["basis", "grow", "shrink"],
    overflow: ["overflow-x", "overflow-y"],
    "scroll-my": ["scroll-mt"],
    rounded: ["rounded-l", "rounded-t"],
    "border-width": ["border-t", "border-r", "border-b", "border-l"],
    "font-size": ["leading"],
    "line-clamp": ["display", "overflow"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "before", "after", "placeholder"],
}));
