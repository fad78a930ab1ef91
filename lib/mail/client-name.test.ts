import { clientNameOf } from "@/lib/mail/client-name";

test.each([
  ["https://hop.example:8443", "links@example.com", "hop.example"],
  ["https://hop.example.", "links@example.com", "hop.example"],
  ["http://localhost:3000", "links@example.com", "example.com"],
  ["http://hop_web.internal", "links@example.com", "example.com"],
  ["http://192.0.2.7", "links@example.com", "example.com"],
  ["http://192.0.2.7", "no-reply@192.0.2.7", "[192.0.2.7]"],
  ["http://[2001:db8::7]:3000", "no-reply@[2001:db8::7]", "[IPv6:2001:db8::7]"],
  ["http://localhost:3000", "no-reply@localhost", undefined],
])("with the base URL %s and the sender %s it is %s", (baseUrl, from, name) => {
  expect(clientNameOf(baseUrl, from)).toBe(name);
});
