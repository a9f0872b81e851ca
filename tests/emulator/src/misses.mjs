// The functions whose instructions and constants miss the cache most.

/** Sums misses by function, most first: [{ name, misses }]. */
export function byFunction(misses, functions, count) {
  const sums = new Map();
  for (const [pc, missed] of misses) {
    const name = nameOf(pc, functions);
    sums.set(name, (sums.get(name) ?? 0) + missed);
  }
  return [...sums]
    .map(([name, missed]) => ({ name, misses: missed }))
    .sort((a, b) => b.misses - a.misses)
    .slice(0, count);
}

/** The function at this address: the last that begins at or before it. */
function nameOf(pc, functions) {
  let [low, high] = [0, functions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (functions[middle].start <= pc) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const found = functions[low - 1];
  return found && pc < found.start + found.size ? found.name : '?';
}
