const WINDOW = Object.getOwnPropertyDescriptor(globalThis, "window");

afterEach(() => {
  if (WINDOW) Object.defineProperty(globalThis, "window", WINDOW);
  else Reflect.deleteProperty(globalThis, "window");
});

test("schemas try to compile code on the server only", async () => {
  for (const [isBrowser, compiles] of [
    [true, 0],
    [false, 1],
  ] as const) {
    jest.resetModules();
    Reflect.deleteProperty(globalThis, "__zod_globalConfig");
    if (isBrowser) Object.defineProperty(globalThis, "window", { value: {}, configurable: true });
    else Reflect.deleteProperty(globalThis, "window");
    const z = await import("@/lib/zod");
    const compile = jest.spyOn(globalThis, "Function");
    z.object({ name: z.string() }).parse({ name: "spring" });
    expect(compile.mock.calls.filter(([body]) => body === "")).toHaveLength(compiles);
    compile.mockRestore();
  }
});
