import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { isIP, isIPv4, isIPv6 } from "node:net";
import os from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { describeEnv, parseEnv } from "@/lib/env";
import { SECRET_VARIABLES } from "@/lib/secret-variables";
import { parseCommandLine } from "@/server/bootstrap/command-line.mjs";
import { EXIT_CONFIG } from "@/server/bootstrap/output.mjs";

type Service = {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  networks: string[];
  logging?: object;
  healthcheck?: { test: string[] };
};
type Network = { enable_ipv6?: boolean; ipam?: { config: { subnet: string }[] } };
type Compose = {
  services: Record<string, Service>;
  volumes: object;
  networks: Record<string, Network>;
  secrets?: Record<string, { file: string }>;
};
type Probe = { exec?: { command: string[] }; httpGet?: { path: string; port: string } };
type Container = {
  name: string;
  image: string;
  args: string[];
  restartPolicy?: string;
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  ports?: { containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
};
type StatefulSet = {
  spec: {
    volumeClaimTemplates: { metadata: { name: string } }[];
    template: {
      spec: {
        securityContext: Record<string, number>;
        initContainers: Container[];
        containers: Container[];
        volumes: { name: string }[];
      };
    };
  };
};

const read = (file: string) => readFileSync(file, "utf8");
const readYaml = <T>(file: string) => parse(read(file)) as T;

const dockerfile = read("Dockerfile");
const composeFiles = ["deploy/compose.yaml", "deploy/compose.embedded.yaml"];
const statefulSet = readYaml<StatefulSet>("deploy/kubernetes/stateful-set.yaml").spec;
const pod = statefulSet.template.spec;
const containers = [...pod.initContainers, ...pod.containers];
const configMap = readYaml<{ data: Record<string, string> }>("deploy/kubernetes/config-map.yaml").data;
const secret = readYaml<{ stringData: Record<string, string> }>("deploy/kubernetes/secret.example.yaml").stringData;

const known = new Set([...describeEnv().map(({ name }) => name), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)]);
const port = describeEnv().find(({ name }) => name === "PORT")?.default ?? "";
const dataDir = /DATA_DIR=(\S+)/.exec(dockerfile)?.[1] ?? "";
const user = Number(/^USER (\d+):\1$/m.exec(dockerfile)?.[1]);

function hopOf(file: string): { compose: Compose; hop: Service } {
  const compose = readYaml<Compose>(file);
  const { hop } = compose.services;
  if (!hop) throw new Error(`${file} has no service hop`);
  return { compose, hop };
}

describe.each(composeFiles)("%s", (file) => {
  const { compose, hop } = hopOf(file);

  test("sets variables that exist", () => {
    expect(Object.keys(hop.environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
  });

  test("mounts the data folder of the image, and declares its volumes and secrets", () => {
    expect(hop.volumes).toEqual([`hop-data:${dataDir}`]);
    const services = Object.values(compose.services);
    const named = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""));
    expect(named.filter((name) => !name.startsWith("./")).sort()).toEqual(Object.keys(compose.volumes).sort());
    const secrets = new Set(services.flatMap(({ secrets: used = [] }) => used));
    expect([...secrets].sort()).toEqual(Object.keys(compose.secrets ?? {}).sort());
  });

  test("reads the mail password after the edit in docs/install.md", () => {
    const [, lines = "", text = ""] = /sed -i '\/(.+)\/s\/(.+)\/\/' compose/.exec(read("docs/install.md")) ?? [];
    const edited = read(file).replace(new RegExp(`^.*${lines}.*$`, "gm"), (line) => line.replace(text, ""));
    const { services, secrets } = parse(edited) as Compose;
    expect(edited.match(/^.*smtp-password.*$/gm)).toHaveLength(3);
    expect(services.hop?.environment?.SMTP_PASSWORD_FILE).toBe("/run/secrets/smtp-password");
    expect(services.hop?.secrets).toEqual([...(hop.secrets ?? []), "smtp-password"]);
    expect(secrets).toEqual({ ...compose.secrets, "smtp-password": { file: "./secrets/smtp-password" } });
  });

  test("gives Caddy Hop's port, and only variables that the Caddyfile has", () => {
    const { environment = {} } = compose.services.caddy ?? {};
    expect(environment.HOP_UPSTREAM).toBe(`hop:${port}`);
    for (const name of Object.keys(environment)) expect(read("deploy/caddy/Caddyfile")).toContain(`{$${name}:`);
  });

  test("reads secrets from where Compose mounts them", () => {
    const files = Object.entries(hop.environment ?? {}).filter(([name]) => name.endsWith("_FILE"));
    expect(files.map(([, value]) => path.basename(value)).sort()).toEqual([...(hop.secrets ?? [])].sort());
    for (const [, value] of files) expect(path.dirname(value)).toBe("/run/secrets");
  });

  test("trusts Caddy's network, which has IPv6, so that visitors over IPv6 keep their addresses", () => {
    const [name = "", ...others] = compose.services.caddy?.networks ?? [];
    const { enable_ipv6, ipam } = compose.networks[name] ?? {};
    const subnets = ipam?.config.map(({ subnet }) => subnet) ?? [];
    expect([others, enable_ipv6]).toEqual([[], true]);
    expect(parseEnv({ TRUSTED_PROXIES: hop.environment?.TRUSTED_PROXIES }).TRUSTED_PROXIES).toEqual(subnets);
    const networks = subnets.map((subnet) => subnet.split("/")[0] ?? "");
    expect([networks.filter(isIPv4), networks.filter(isIPv6)]).toEqual([[expect.any(String)], [expect.any(String)]]);
  });

  test("limits the log of each service", () => {
    for (const { logging } of Object.values(compose.services)) expect(logging).toEqual({ driver: "local" });
  });

  test("checks Caddy's health at an address: of localhost, wget would try IPv6 only", () => {
    const url = compose.services.caddy?.healthcheck?.test.at(-1) ?? "";
    expect(isIP(new URL(url).hostname)).toBe(4);
  });
});

test("both ways of Compose differ from each other only in the database", () => {
  const [caddy, embedded] = composeFiles.map((file) => hopOf(file).compose.services.caddy);
  expect(embedded).toEqual(caddy);
});

describe("Kubernetes", () => {
  test("the ConfigMap has values that Hop takes", () => {
    expect(Object.keys(configMap).filter((name) => !known.has(name))).toEqual([]);
    expect(() => parseEnv(configMap)).not.toThrow();
  });

  test.each(containers.map((container) => [container.name, container] as const))(
    "%s runs a command that exists, with variables and files that exist",
    (_name, { args, env, volumeMounts }) => {
      expect(parseCommandLine(args).command).toBe(args[0]);
      expect(env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
      const mounts = new Map(volumeMounts.map((mount) => [mount.mountPath, mount.name]));
      expect(mounts.get(dataDir)).toBe("data");
      expect(mounts.get("/run/secrets/hop")).toBe("secrets");
      const files = Object.keys(secret).map((key) => `/run/secrets/hop/${key}`);
      expect(env.map(({ value }) => value).sort()).toEqual(files.sort());
    },
  );

  test("each mounted volume exists", () => {
    const names = [...pod.volumes, ...statefulSet.volumeClaimTemplates.map(({ metadata }) => metadata)].map(
      ({ name }) => name,
    );
    for (const { volumeMounts } of containers) for (const mount of volumeMounts) expect(names).toContain(mount.name);
  });

  // A pod is ready only while all its containers are, those that init containers leave running included.
  test("one container runs all roles, so that the front redirects while another role is down", () => {
    expect(pod.initContainers.filter(({ restartPolicy }) => restartPolicy)).toEqual([]);
    expect(pod.containers.map(({ args }) => args)).toEqual([["start"]]);
    const [hop] = pod.containers;
    expect([hop?.readinessProbe?.httpGet, hop?.livenessProbe?.httpGet]).toEqual([
      { path: "/health/ready", port: "http" },
      { path: "/health/live", port: "http" },
    ]);
    expect(hop?.startupProbe?.exec?.command.slice(1)).toEqual(["server/bootstrap/health.mjs", "app"]);
  });

  test("user and port are those of the image", () => {
    expect(pod.securityContext).toMatchObject({ runAsUser: user, runAsGroup: user, fsGroup: user });
    expect(pod.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => String(containerPort)))).toEqual(
      [port],
    );
    expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  });
});

test.each(["deploy/nginx/hop.conf", "deploy/caddy/Caddyfile"])("%s passes to Hop's port", (file) => {
  expect(read(file)).toContain(`127.0.0.1:${port}`);
});

test("load balancers keep a client on one machine, whose build has the scripts of its pages", () => {
  const { metadata } = readYaml<{ metadata: { annotations: Record<string, string> } }>(
    "deploy/kubernetes/ingress.example.yaml",
  );
  expect(metadata.annotations["nginx.ingress.kubernetes.io/upstream-hash-by"]).toBe("$binary_remote_addr");
  expect(readYaml<object>("deploy/kubernetes/service.yaml")).toMatchObject({ spec: { sessionAffinity: "ClientIP" } });
  for (const file of ["deploy/haproxy/hop.cfg", "docs/operations.md"]) {
    // "redispatch" leaves a machine that refuses connections only with a consistent hash.
    expect(read(file)).toMatch(/^ {2}balance source\n(?: {2}#.*\n)* {2}hash-type consistent\n/m);
  }
});

test("proxies wait for the first byte as long as Hop does", () => {
  const limit = Number(/answerMs: ([\d_]+)/.exec(read("server/front/slow-clients.ts"))?.[1]?.replace("_", "")) / 1_000;
  const seconds = (file: string, name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(read(file))?.[1]);
  expect(limit).toBeGreaterThan(0);
  expect(seconds("deploy/nginx/hop.conf", "proxy_read_timeout")).toBeGreaterThanOrEqual(limit);
  expect(seconds("deploy/haproxy/hop.cfg", "timeout server")).toBeGreaterThanOrEqual(limit);
  expect(read("deploy/nginx/hop.conf")).not.toContain("proxy_send_timeout");
});

test("the image and the service of systemd start programs that exist", () => {
  const unit = read("deploy/systemd/hop.service");
  const commands = [dockerfile, unit, ...containers.map(({ startupProbe }) => String(startupProbe?.exec?.command))];
  const programs = commands.flatMap((text) => text.match(/server\/bootstrap\/[\w-]+\.mjs/g) ?? []);
  expect(programs.length).toBeGreaterThanOrEqual(5);
  for (const program of programs) expect(existsSync(program)).toBe(true);
  expect(unit).toContain(`RestartPreventExitStatus=${EXIT_CONFIG}\n`);
});

test("systemd stops Hop neither for one process without memory nor for a missing folder of backups", () => {
  const unit = "deploy/systemd/hop.service";
  expect(read(unit)).toContain("\nOOMPolicy=continue\n");
  for (const file of [unit, "docs/operations.md", "docs/runbook/backup-fails.md"]) {
    expect(read(file).match(/ReadWritePaths=.{2}/g)).toEqual(["ReadWritePaths=-/"]);
  }
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each([
  ["takes over", true, "hop-new"],
  ["is refused", false, "hop-old"],
])("after the steps of docs/install.md, /opt/hop leads to what runs if the new version %s", (_what, isTaken, runs) => {
  const steps = read("docs/install.md").match(/^```sh\n(build=[^`]+)```$/m)?.[1] ?? "";
  const folder = mkdtempSync(path.join(os.tmpdir(), "hop-opt-"));
  mkdirSync(path.join(folder, "hop-old"));
  symlinkSync(path.join(folder, "hop-old"), path.join(folder, "hop"));
  const programs = `
    sudo() { "$@"; }
    git() { echo new; }
    npm() { touch "$4/built"; }
    systemctl() { [ "$1" = enable ] || ${isTaken}; }
  `;
  execFileSync("bash", ["-c", programs + steps.replaceAll("/opt/", `${folder}/`)]);
  expect(readlinkSync(path.join(folder, "hop"))).toBe(path.join(folder, runs));
  expect(existsSync(path.join(folder, "hop-new/built"))).toBe(true);
  rmSync(folder, { recursive: true });
});

test("health checks of roles know when a heartbeat is late", () => {
  const limit = /DOWN_AFTER_MS = ([\d_]+)/;
  expect(limit.exec(read("server/bootstrap/health.mjs"))?.[1]).toBe(
    limit.exec(read("server/processes/heartbeat.ts"))?.[1],
  );
});

test("the version of the image and of the changelog is that of the package", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});

test("what the Dockerfile and the build copy is not left out of the build context", () => {
  const kept = new Set(
    read(".dockerignore")
      .split("\n")
      .map((line) => line.replace(/^!/, "")),
  );
  const inputs = /const INPUTS = \[(.*?)\]/s.exec(read("server/bootstrap/build.mjs"))?.[1] ?? "";
  const built = [...inputs.matchAll(/"([^"]+)"/g)].map(([, input = ""]) => input.split("/")[0]);
  expect(built.length).toBeGreaterThan(5);
  for (const input of built) expect(kept).toContain(input);
});

test("docs/install.md names each file", () => {
  const files = readdirSync("deploy", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const own = files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/prometheus|grafana/.test(file));
  for (const file of own) expect(read("docs/install.md")).toContain(file);
});
