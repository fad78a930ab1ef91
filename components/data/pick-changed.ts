/**
 * The values of a form that its user has changed. Someone else may have changed the others since it opened.
 *
 * @param changed react-hook-form's `dirtyFields`
 */
export function pickChanged<Input extends object>(
  input: Input,
  changed: Partial<Record<keyof Input, unknown>>,
): Partial<Input> {
  const isChanged = ([name]: [string, unknown]) => Boolean(changed[name as keyof Input]);
  return Object.fromEntries(Object.entries(input).filter(isChanged)) as Partial<Input>;
}
