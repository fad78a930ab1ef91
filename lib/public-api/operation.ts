import type { ApiKeyScope } from "@/lib/api-keys/types";
import type * as z from "@/lib/zod";

/** Placeholder for a link in paths. */
export const ID_OR_CODE = "{idOrCode}";

export type Operation = {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  id: string;
  summary: string;
  description?: string;
  /** Scopes that the key must have, all of them. */
  scopes: ApiKeyScope[];
  query?: z.ZodObject;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  /**
   * Status (default 200) and data of the response; `isList` makes it an array. Without data, the response has one of
   * the media types.
   */
  status?: 201;
  /** Whether 201 is possible too, with the same data; `responseHeaders` are then only those of 201. */
  mayCreate?: true;
  data?: z.ZodType;
  isList?: boolean;
  mediaTypes?: string[];
  /** Other responses that are not errors, by status. They have no body. */
  otherResponses?: Record<number, string>;
  /** Response headers besides the common ones. */
  responseHeaders?: Record<string, string>;
  /** Error statuses besides the common ones, and those that its path, query and body imply. */
  otherErrors?: number[];
};
