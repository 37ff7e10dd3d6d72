/** Chance that repeats itself: the same key gives the same numbers on every machine. */

/** @param {number} seed @param {number} index @returns {() => number} numbers in [0, 1): splitmix32 over both */
export function randomOf(seed, index) {
  let state = (Math.imul(seed + 1, 0x85ebca6b) ^ Math.imul(index + 1, 0x9e3779b1)) | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {readonly T[]} choices @param {number} chance @returns {T} */
export const pick = (choices, chance) => choices[Math.floor(chance * choices.length)];

/** @param {Record<string, number>} shares adding up to 1 */
export function pickShare(shares, chance) {
  let left = chance;
  for (const [name, share] of Object.entries(shares)) if ((left -= share) < 0) return name;
  return Object.keys(shares).at(-1);
}
