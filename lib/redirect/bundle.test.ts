import { build } from "esbuild";

test("the redirect imports no Next, React, ORM, app/ or components/, and nothing that only the drain needs", async () => {
  const { metafile } = await build({
    entryPoints: ["lib/redirect/redirector.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    external: ["pg-native"],
  });
  const inputs = Object.keys(metafile.inputs);
  const strangers =
    /^(?:app|components|lib\/db\/generated)\/|^lib\/db\/prisma|^lib\/http\/|node_modules\/(?:next|next-auth|@auth|react|react-dom|@prisma|bowser|isbot|maxmind)\//;
  expect(inputs.filter((file) => strangers.test(file))).toEqual([]);
  expect(inputs).toEqual(
    expect.arrayContaining(["lib/redirect/redirector.ts", "lib/redirect/cache.ts", "lib/clicks/spool.ts"]),
  );
});
