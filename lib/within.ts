/**
 * The result of work, or `late` if that takes too long. The work then continues, but nobody learns its outcome.
 *
 * @throws what the work throws in time
 */
export async function within<T, const L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, milliseconds, late).unref();
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
