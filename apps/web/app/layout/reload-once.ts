/** Inlined into pages that load parts of themselves. */
const MINUTE_MS = 60_000;

globalThis.reloadOnce = () => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const wasReloaded = visit?.type === 'reload' && performance.now() < MINUTE_MS;
  if (!wasReloaded) location.reload();
  return !wasReloaded;
};
