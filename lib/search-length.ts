/** Of a search text, in characters. Apart from the schemas, which would bring zod into the browser. */
export const SEARCH_MAX_LENGTH = 200;
