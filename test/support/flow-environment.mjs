/** The environment of flows: Node's, and the servers' sources, which each worker loads once for all its spec files. */
import { TestEnvironment } from 'jest-environment-node';
import '../../tools/typescript.ts';

export default class FlowEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      startInProcessStack: async (/** @type {{ env?: Record<string, string> }} */ options) =>
        (await import('./in-process-stack.mjs')).startInProcessStack(options),
      runAdminCommand,
    });
  }
}

/**
 * `npm run admin` without a process of its own: its output, error output and exit code.
 * @param {string[]} args @param {Record<string, string>} env @param {string} typed
 */
export async function runAdminCommand(args, env, typed) {
  await import('reflect-metadata');
  const command = await import('../../apps/api/src/admin/session/admin-command.ts');
  return command
    .runAdminCommand(args, env, async () => typed.replace(/\n$/, ''))
    .then(
      (said) => ({ said, complained: '', code: 0 }),
      (/** @type {Error} */ error) => ({ said: '', complained: command.messageOf(error), code: 1 }),
    );
}
