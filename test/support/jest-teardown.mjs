/** Stops what `jest-setup.mjs` has started. */
export default async function tearDown() {
  const { stopTestStack } = /** @type {{ stopTestStack?: () => Promise<void> }} */ (globalThis);
  await stopTestStack?.();
}
