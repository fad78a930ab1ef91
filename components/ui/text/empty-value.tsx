/** A dash in place of a missing value; screen readers read `label`. */
export function EmptyValue({ label }: { label: string }) {
  return (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">{label}</span>
    </>
  );
}
