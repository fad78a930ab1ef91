import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError, isUnauthorized } from "@/components/data/api";

/**
 * Shows the server's message on the input that it is about.
 *
 * @returns whether the form has that input
 */
export function showOnField<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  if (!(error instanceof ApiError) || isUnauthorized(error)) return false;
  const field = fields.find((name) => name === error.field);
  if (!field) return false;
  setError(field, { message: error.serverMessage });
  return true;
}
