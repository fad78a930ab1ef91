type Variables = NodeJS.ProcessEnv;

/** The front parses untrusted requests, so it gets no secrets that it does not need. */
const SECRET_NAMES = /^(?:AUTH|SMTP)_|SECRET|PASSWORD|PASSPHRASE|TOKEN|CREDENTIAL|PRIVATE_KEY|API_KEY|ACCESS_KEY/i;
/** Variables for backups, which the worker makes. */
const BACKUP_NAMES = /^(?:AWS_|BACKUP_PASSPHRASE)/;
/** libpq's variables, for the front's database connection. */
const DATABASE_NAMES = /^PG/;

/** The environment of a role. */
export function environmentOf(role: "front" | "worker" | "app", variables: Variables): Variables {
  const all = { ...variables, HOP_ROLE: role };
  if (role === "front") return withoutSecrets(all);
  return role === "app" ? pick(all, (name) => !BACKUP_NAMES.test(name)) : all;
}

/** Removes variables that, by their names, are secrets. */
export function withoutSecrets(variables: Variables): Variables {
  return pick(variables, (name) => !SECRET_NAMES.test(name) || DATABASE_NAMES.test(name));
}

const FOREIGN_NAMES = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"];

/** The environment of third-party programs, which contains only paths of programs and libraries. */
export function foreignEnvironment(variables: Variables): Variables {
  return pick(variables, (name) => FOREIGN_NAMES.includes(name));
}

function pick(variables: Variables, isKept: (name: string) => boolean): Variables {
  const kept = Object.entries(variables).filter(([name]) => isKept(name));
  return { NODE_ENV: variables.NODE_ENV, ...Object.fromEntries(kept) };
}
