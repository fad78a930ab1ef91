/**
 * A function of a text that remembers what it gave: up to twice `most` answers, of which those stay
 * that are asked for again.
 */
export function remember<T>(most: number, work: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (text) => {
    if (young.has(text)) return young.get(text) as T;
    const answer = old.has(text) ? (old.get(text) as T) : work(text);
    if (young.size >= most) {
      old = young;
      young = new Map();
    }
    young.set(text, answer);
    return answer;
  };
}
