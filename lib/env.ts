import { internalVariables } from "@/lib/env-internal-variables";
import { describeProblem } from "@/lib/env-problems";
import { operatorVariables } from "@/lib/env-variables";
import { doesCollide } from "@/lib/host-port";
import { fileVariable, readSecretVariables, SECRET_VARIABLES } from "@/lib/secret-variables";
import * as z from "@/lib/zod";

const AWS_KEY = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
const isSet = (value: unknown) => value !== undefined;

const variables: Record<string, z.ZodType> = { ...operatorVariables, ...internalVariables };
const schema = z.object({ ...operatorVariables, ...internalVariables }).superRefine((values, context) => {
  const { HOST: host, PORT: port, METRICS_ADDRESS, HOP_ROLE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = values;
  if (isSet(AWS_ACCESS_KEY_ID) !== isSet(AWS_SECRET_ACCESS_KEY)) {
    const [given = "", missing] = AWS_ACCESS_KEY_ID ? AWS_KEY : AWS_KEY.toReversed();
    context.addIssue({ code: "custom", path: [given], message: `must be set together with ${missing}` });
  }
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    context.addIssue({
      code: "custom",
      path: ["DATABASE_REPLICA_URL"],
      message: "must be set together with DATABASE_URL",
    });
  // In a container of their own, these roles listen on no port.
  if (!METRICS_ADDRESS || HOP_ROLE === "app" || HOP_ROLE === "worker") return;
  if (doesCollide(METRICS_ADDRESS, { host, port }))
    context.addIssue({ code: "custom", path: ["METRICS_ADDRESS"], message: "must not use PORT" });
});

export type Env = z.infer<typeof schema>;
type Variables = Record<string, string | undefined>;

/** Invalid variables, one readable line each. */
export class EnvError extends Error {
  override readonly name = "EnvError";

  constructor(readonly lines: string[]) {
    super(lines.join("\n"));
  }
}

/**
 * Parses the variables; an empty value counts as unset. A secret may come from the file that NAME_FILE names.
 *
 * @throws EnvError with one line per invalid variable
 */
export function parseEnv(source: Variables): Env {
  return parseWith(source, readSecretVariables(source));
}

function parseWith(source: Variables, secrets: ReturnType<typeof readSecretVariables>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse({ ...set, ...secrets.values });
  if (result.success && secrets.problems.length === 0) return result.data;
  const problems = new Map<string, string>();
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0]);
    const given = name in secrets.values ? fileVariable(name) : name;
    if (!problems.has(name)) problems.set(name, `${given}: ${describeProblem(variables[name] ?? schema, message)}`);
  }
  throw new EnvError([...secrets.problems, ...problems.values()]);
}

let parsed: Env | undefined;

/** The environment of this process, parsed once. */
export function env(): Env {
  parsed ??= readEnv();
  return parsed;
}

/** Secret files are read once and stored in the environment, for child processes and Next's own copy of this module. */
function readEnv(): Env {
  const secrets = readSecretVariables(process.env);
  const result = parseWith(process.env, secrets);
  Object.assign(process.env, secrets.values);
  // Not deleted: Next would set them again from .env.
  for (const name of SECRET_VARIABLES) if (process.env[fileVariable(name)]) process.env[fileVariable(name)] = "";
  return result;
}

/** Whether every line of output must be JSON (LOG_FORMAT). Known even if the environment is invalid. */
export function isOutputJson(): boolean {
  return process.env.LOG_FORMAT === "json";
}

/** Whether the city and language of clicks are recorded. */
export function storesVisitorDetails(): boolean {
  const { IP_MODE, VISITOR_DETAILS } = env();
  return VISITOR_DETAILS ? VISITOR_DETAILS === "on" : IP_MODE !== "none";
}

/** Email addresses of people, and the id of a key. */
const PERSONAL_VARIABLES = ["ADMIN_EMAIL", "SMTP_USER", "SMTP_FROM_EMAIL", "SMTP_BCC_EMAIL", "AWS_ACCESS_KEY_ID"];

/** The operator's variables that differ from their defaults, for the log, without secrets and personal addresses. */
export function configuredValues(): Record<string, unknown> {
  const values = env() as Record<string, unknown>;
  const hidden: readonly string[] = [...SECRET_VARIABLES, ...PERSONAL_VARIABLES];
  const set = describeEnv().filter(({ name, default: unset }) => {
    const value = values[name];
    return value !== undefined && String(value) !== (unset ?? "");
  });
  return Object.fromEntries(set.map(({ name }) => [name, hidden.includes(name) ? "set" : values[name]]));
}

function fileHint(name: string): string {
  const isSecret = SECRET_VARIABLES.some((secret) => secret === name);
  return isSecret ? ` Or ${fileVariable(name)}: the path of a file with it.` : "";
}

/** Name, description and default of each operator variable, in order. */
export function describeEnv(): { name: string; description: string; default: string | undefined }[] {
  return Object.entries(operatorVariables).map(([name, variable]) => {
    const unset = variable.safeParse(undefined);
    const value = unset.success ? unset.data : undefined;
    return {
      name,
      description: `${variable.description ?? ""}${fileHint(name)}`,
      default: value === undefined || (Array.isArray(value) && value.length === 0) ? undefined : String(value),
    };
  });
}
