import type { IncomingMessage } from "node:http";
import { toOriginForm } from "@/server/front/origin-form";
import { findRefusal } from "@/server/front/refusal";

function rewrite(url: string, host: string | undefined = "hop.example") {
  const request = { method: "GET", url, headers: { host } } as IncomingMessage;
  toOriginForm(request);
  return { target: request.url, host: request.headers.host, refusal: findRefusal(request)?.code };
}

test.each([
  ["http://hop.example/abc", "/abc", "hop.example"],
  ["HTTP://other.example:8080/api/v1/urls?limit=5", "/api/v1/urls?limit=5", "other.example:8080"],
  ["https://[2001:db8::1]/abc", "/abc", "[2001:db8::1]"],
  ["http://hop.example", "/", "hop.example"],
  ["http://hop.example?qr=1", "/?qr=1", "hop.example"],
  ["http://hop.example/http://inner.example/x", "/http://inner.example/x", "hop.example"],
])("%s becomes %s for %s", (url, target, host) => {
  expect(rewrite(url)).toEqual({ target, host, refusal: undefined });
});

test.each(["/abc", "/", "//hop.example/abc", "/http://hop.example/abc"])("%s stays as it is", (url) => {
  expect(rewrite(url)).toEqual({ target: url, host: "hop.example", refusal: undefined });
});

test.each([
  ["an authority with a user name", "http://user@hop.example/abc", "malformed"],
  ["an authority with a backslash", "http://hop.example\\abc", "malformed"],
  ["an authority with an encoded character", "http://hop%2eexample/abc", "malformed"],
  ["an authority with a wrong port", "http://hop.example:99999/abc", "malformed"],
  ["no authority", "http:///abc", "not_found"],
  ["another scheme", "ftp://hop.example/abc", "not_found"],
  ["dot segments", "http://hop.example/a/../abc", "not_found"],
  ["an invalid encoding", "http://hop.example/%ff", "malformed"],
])("%s is refused", (_name, url, refusal) => {
  expect(rewrite(url).refusal).toBe(refusal);
});

test.each(["", "a b", "hop.example,other.example"])("an invalid Host (%p) is refused all the same", (host) => {
  expect(rewrite("http://hop.example/abc", host).refusal).toBe("malformed");
});
