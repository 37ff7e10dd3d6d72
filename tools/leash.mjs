/** Loaded into a child by `node --import`: when its parent is gone, also by kill -9, the child ends itself. */
const GRACE_MILLISECONDS = 10_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
