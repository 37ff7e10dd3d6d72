/** Percentiles. */

/** Rounded to one decimal. @param {number[]} values @param {number} share 0.99 for the 99th percentile */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
}

/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);
