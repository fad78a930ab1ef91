/** A dash where a value is missing, in words for those who do not see it. */
export function Nothing({ said }: { said: string }) {
  return (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">{said}</span>
    </>
  );
}
