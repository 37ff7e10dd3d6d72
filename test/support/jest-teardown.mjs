export default async function tearDown() {
  await globalThis.lampstandTestRun?.stack.stop();
  await globalThis.lampstandTestRun?.postgres.stop();
}
