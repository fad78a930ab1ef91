import path from "node:path";
import { FLOORS } from "@/server/testing/floors";

/** Folders of lib, top to bottom. */
const ORDER = Object.values(FLOORS).flatMap((folders) => Object.keys(folders));

type Law = {
  /** Files to which it applies. */
  files: RegExp;
  /** Imports that it forbids. */
  banned: RegExp;
  message: string;
};

const PROCESS_ENTRY = "server/ is the process entry: only server/ imports it.";
const NO_INTERFACE = "lib/ and server/ must not import the interface.";

const LAWS: Law[] = [
  // Tests may use the helpers in server/testing.
  { files: /^(app|components|lib)\/.*(?<!\.test)\.tsx?$/, banned: /^@\/server\//, message: PROCESS_ENTRY },
  { files: /^(app|components|lib)\//, banned: /^@\/server\/(?!testing\/)/, message: PROCESS_ENTRY },
  {
    files: /^app\//,
    banned: /^(@\/lib\/db\/|@prisma\/|pg$)/,
    message: "Routes and pages make one call into lib; only lib accesses the database.",
  },
  { files: /^components\//, banned: /^@\/app\//, message: "Components must not import routes." },
  {
    files: /^components\//,
    banned:
      /^@\/lib\/(?!(paths|format|days|errors|actor|search-text|trim-pasted|zod|[^/]+\/([a-z]+\/)?(([a-z]+-)?schema|types|policy)|qr\/(design|contrast|files\/label-layout))$)/,
    message:
      "Components import only paths, format, days, errors, actor, search-text, trim-pasted, zod, a domain's schemas, types and policy, and qr/design, qr/contrast and qr/files/label-layout.",
  },
  { files: /^lib\//, banned: /^@\/(app|components)\//, message: NO_INTERFACE },
  {
    files: /^server\//,
    banned: /^@\/(app\/(?!api\/v1\/)|components\/)/,
    message: `${NO_INTERFACE} server/ serves only the public API itself.`,
  },
  {
    files: /^lib\/(?!http\/|auth\/)/,
    banned: /^next(-auth)?($|\/)/,
    message: "Import next and next-auth only in app/, lib/http, lib/auth and server/.",
  },
  {
    files: /^((app|components|lib|server)\/.*|[^/]+)(?<!\.test)\.tsx?$/,
    banned: /^(next\/dist\/|(node:)?v8$)/,
    message:
      "Only public APIs: nothing of Next's own files, and V8's flags on the command line (server/processes/role-process.ts).",
  },
  {
    files: /^(middleware|instrumentation)\.ts$/,
    banned: /^(@\/(app|components|server|lib\/db)\/|@prisma\/|pg$)/,
    message: "Next compiles these files for its own runtimes: no routes, no interface, no server code, no database.",
  },
  { files: /^lib\//, banned: /^react(-dom)?($|\/)/, message: "No React below components/." },
  {
    files: /^lib\/(http|public-api)\//,
    banned: /^@\/lib\/redirect\//,
    message: "The front runs lib/redirect, the app lib/http: neither imports the other.",
  },
  {
    files: /^lib\/redirect\//,
    banned: /^@(prisma\/|\/lib\/db\/(prisma$|generated\/))/,
    message: "The hot path uses no ORM.",
  },
];

/**
 * Why a file may not import a module.
 *
 * @param file path from the repository's root
 * @param specifier the import statement's module specifier
 */
export function brokenLaws(file: string, specifier: string): string[] {
  const broken = LAWS.filter(({ files, banned }) => files.test(file) && banned.test(specifier));
  return [...broken.map(({ message }) => message), ...brokenFloors(file, specifier)];
}

/** Tests may import from anywhere in lib. */
function brokenFloors(file: string, specifier: string): string[] {
  if (!file.startsWith("lib/") || !specifier.startsWith("@/lib/")) return [];
  if (/\.test\.tsx?$/.test(file) || file.includes("/testing/")) return [];
  const [from, to] = [folderOf(file), folderOf(specifier.slice(2))];
  if (to === null || from === to) return [];
  if (from === null) return [`The kernel imports no folder of lib: ${to}`];
  const [above, below] = [ORDER.indexOf(from), ORDER.indexOf(to)];
  if (above < 0 || below < 0) return [`Declare the folder in server/testing/floors.ts: ${above < 0 ? from : to}`];
  return above < below ? [] : [`lib/${from} is below lib/${to} (server/testing/floors.ts).`];
}

/** Null for files directly in lib. */
function folderOf(file: string): string | null {
  const [, folder = "", ...rest] = file.split("/");
  return rest.length > 0 ? folder : null;
}

/** Modules that a file imports, re-exports or loads lazily. Relative ones are converted to "@/…". */
export function importsOf(file: string, source: string): string[] {
  const specifiers = [
    ...source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`)/g),
  ].map(([, double, single, template]) => double ?? single ?? template ?? "");
  return specifiers.map((name) =>
    name.startsWith(".") ? `@/${path.posix.join(path.posix.dirname(file), name)}` : name,
  );
}

/** The picture in docs/floors.md. */
export function drawFloors(): string {
  const width = Math.max(...ORDER.map((folder) => folder.length)) + 2;
  const floors = Object.entries(FLOORS).map(([floor, folders]) =>
    Object.entries(folders)
      .map(([folder, what], index) => ` ${(index === 0 ? floor : "").padEnd(10)}${folder.padEnd(width)}${what}`)
      .join("\n"),
  );
  return [
    ...floors,
    ` ${"kernel".padEnd(10)}Files directly in lib: errors, env, log, paths, format, actor, email …`,
  ].join(`\n ${"-".repeat(100)}\n`);
}
