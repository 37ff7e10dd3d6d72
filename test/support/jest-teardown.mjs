/** Stops what `jest-setup.mjs` has started. An error fails the run, after its report. */
export default async function tearDown() {
  const { stopTestStack } = /** @type {{ stopTestStack?: () => Promise<void> }} */ (globalThis);
  await stopTestStack?.().catch((/** @type {Error} */ error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
