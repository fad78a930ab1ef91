import { formatBackupAddress, parseBackupAddress } from "@/lib/backup-address";

test.each([
  ["/mnt/backups", { kind: "folder", folder: "/mnt/backups" }],
  ["/mnt/backups/", { kind: "folder", folder: "/mnt/backups" }],
  ["s3://bucket", { kind: "s3", bucket: "bucket", prefix: "" }],
  ["s3://my.bucket-1/", { kind: "s3", bucket: "my.bucket-1", prefix: "" }],
  ["s3://bucket/hop", { kind: "s3", bucket: "bucket", prefix: "hop/" }],
  ["s3://bucket/hop/", { kind: "s3", bucket: "bucket", prefix: "hop/" }],
  ["s3://bucket/a b/ü?#%2F+&", { kind: "s3", bucket: "bucket", prefix: "a b/ü?#%2F+&/" }],
])("%s is read", (text, address) => {
  expect(parseBackupAddress(text)).toEqual(address);
});

test.each([
  "",
  "backups",
  "./backups",
  "https://bucket/prefix",
  "s3://",
  "s3:///prefix",
  "s3://Bucket",
  "s3://key:secret@bucket",
  "s3://bucket//prefix",
  "s3://bucket/../other",
  "s3://bucket/a/./b",
  "s3://bucket/a\nb",
  "s3://bucket/a\\b",
  "/mnt/a\0b",
  `s3://bucket/${"ü".repeat(500)}`,
  `/${"a".repeat(4_000)}`,
])("%j is refused", (text) => {
  expect(parseBackupAddress(text)).toBeNull();
});

test.each(["/mnt/backups", "s3://bucket", "s3://bucket/a/b"])("%s is formatted as it was written", (text) => {
  const address = parseBackupAddress(text);
  expect(address && formatBackupAddress(address)).toBe(text);
});
