// @ts-check
/** Loaded into a child by `node --import`: ends the child when its parent is gone, even by kill -9. */
const GRACE_MILLISECONDS = 10_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
