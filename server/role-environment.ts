type Variables = NodeJS.ProcessEnv;

/** Strangers' requests are read by the front: what it does not need, it must not be able to give away. */
const SECRET_NAMES = /^(?:AUTH|SMTP)_|SECRET|PASSWORD|TOKEN|CREDENTIAL|PRIVATE_KEY|API_KEY|ACCESS_KEY/i;
/** libpq's: the front connects to the database. */
const DATABASE_NAMES = /^PG/;

/** The variables that the supervisor starts a role with. */
export function environmentOf(role: "front" | "worker" | "app", variables: Variables): Variables {
  const all = { ...variables, HOP_ROLE: role };
  return role === "front" ? withoutSecrets(all) : all;
}

/** Without what is, by its name, a secret that the front does not need. */
export function withoutSecrets(variables: Variables): Variables {
  const isKept = ([name]: [string, unknown]) => !SECRET_NAMES.test(name) || DATABASE_NAMES.test(name);
  return { NODE_ENV: variables.NODE_ENV, ...Object.fromEntries(Object.entries(variables).filter(isKept)) };
}

const FOREIGN_NAMES = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"];

/** What a program that is not Hop's needs of this process's variables: where programs and libraries are. */
export function foreignEnvironment(variables: Variables): Variables {
  const isKept = ([name]: [string, unknown]) => FOREIGN_NAMES.includes(name);
  return { NODE_ENV: variables.NODE_ENV, ...Object.fromEntries(Object.entries(variables).filter(isKept)) };
}
