import pg from "pg";
import { failureOf, remedyFor } from "@/server/doctor/connection-failure";

test.each([
  // What servers say that accept only TLS: RDS with force_ssl, Azure.
  [", no encryption", /^add \?sslmode=verify-full to DATABASE_URL/],
  [", SSL encryption", /^correct user and password/],
])("a connection without an entry in pg_hba.conf%s", (encryption, remedy) => {
  const message = `no pg_hba.conf entry for host "10.0.0.7", user "hop", database "hop"${encryption}`;
  const error = Object.assign(new pg.DatabaseError(message, message.length, "error"), { code: "28000" });
  expect(failureOf(error)).toBe("refused the connection");
  expect(remedyFor(error)).toMatch(remedy);
});
