import { environmentOf, foreignEnvironment } from "@/server/role-environment";

const NEEDED = {
  NODE_ENV: "test" as const,
  PATH: "/usr/bin",
  DATABASE_URL: "postgresql://hop:password@db/hop",
  DATABASE_URL_FILE: "/run/secrets/database-url",
  PGPASSWORD: "p",
  PORT: "3000",
};
const SECRET = {
  AUTH_SECRET: "s",
  AUTH_SECRET_PREVIOUS: "s",
  AUTH_SECRET_FILE: "/run/secrets/auth",
  SMTP_PASSWORD_FILE: "/run/secrets/smtp",
  SMTP_HOST: "smtp.example",
  SMTP_USER: "u",
  SMTP_PASSWORD: "p",
  AWS_SECRET_ACCESS_KEY: "k",
  GITHUB_TOKEN: "t",
  npm_config__auth_token: "t",
};

test("the front gets only the variables it needs, and no secrets", () => {
  expect(environmentOf("front", { ...NEEDED, ...SECRET })).toEqual({ ...NEEDED, HOP_ROLE: "front" });
});

test.each(["app", "worker"] as const)("the %s gets all variables", (role) => {
  expect(environmentOf(role, { ...NEEDED, ...SECRET })).toEqual({ ...NEEDED, ...SECRET, HOP_ROLE: role });
});

test("Postgres gets neither secrets nor variables that would affect it", () => {
  expect(foreignEnvironment({ ...NEEDED, ...SECRET, PGDATA: "/elsewhere" })).toEqual({
    NODE_ENV: "test",
    PATH: "/usr/bin",
  });
});
