import { environmentOf, foreignEnvironment } from "@/server/processes/role-environment";

const NEEDED = {
  NODE_ENV: "test" as const,
  PATH: "/usr/bin",
  DATABASE_URL: "postgresql://hop:password@db/hop",
  DATABASE_URL_FILE: "/run/secrets/database-url",
  PGPASSWORD: "p",
  PORT: "3000",
};
const BACKUP = { AWS_ACCESS_KEY_ID: "i", AWS_SECRET_ACCESS_KEY: "k", BACKUP_PASSPHRASE: "p" };
const SECRET = {
  AUTH_SECRET: "s",
  AUTH_SECRET_PREVIOUS: "s",
  AUTH_SECRET_FILE: "/run/secrets/auth",
  SMTP_PASSWORD_FILE: "/run/secrets/smtp",
  SMTP_HOST: "smtp.example",
  SMTP_USER: "u",
  SMTP_PASSWORD: "p",
  GITHUB_TOKEN: "t",
  npm_config__auth_token: "t",
};

test("the front gets only the variables it needs, and no secrets", () => {
  expect(environmentOf("front", { ...NEEDED, ...SECRET, ...BACKUP })).toEqual({ ...NEEDED, HOP_ROLE: "front" });
});

test("the app gets all variables but the secrets of backups", () => {
  const all = { ...NEEDED, ...SECRET, ...BACKUP };
  expect(environmentOf("app", all)).toEqual({ ...NEEDED, ...SECRET, HOP_ROLE: "app" });
});

test("the worker gets all variables", () => {
  const all = { ...NEEDED, ...SECRET, ...BACKUP };
  expect(environmentOf("worker", all)).toEqual({ ...all, HOP_ROLE: "worker" });
});

test("Postgres gets neither secrets nor variables that would affect it", () => {
  expect(foreignEnvironment({ ...NEEDED, ...SECRET, ...BACKUP, PGDATA: "/elsewhere" })).toEqual({
    NODE_ENV: "test",
    PATH: "/usr/bin",
  });
});
