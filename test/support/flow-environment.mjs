/** The environment of flows: Node's, and the servers' sources, which each worker loads once for all its spec files. */
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import '../../tools/typescript.ts';
import { noteSpec } from './logs.mjs';

export default class FlowEnvironment extends TestEnvironment {
  /** @param {any} config @param {{ testPath: string }} context */
  constructor(config, context) {
    super(config, /** @type {any} */ (context));
    this.spec = path.basename(context.testPath);
  }

  /** @override */
  async setup() {
    await super.setup();
    this.note({ from: Date.now() });
    Object.assign(this.global, {
      startInProcessStack: async (/** @type {{ env?: Record<string, string> }} */ options) =>
        (await import('./in-process-stack.mjs')).startInProcessStack(options),
      runAdminCommand,
    });
  }

  /** @override */
  async teardown() {
    this.note({ to: Date.now() });
    await super.teardown();
  }

  /** Which spec files run while the shared stack logs something. @param {{ from?: number, to?: number }} time */
  note(time) {
    const { LAMPSTAND_TEST_STACK: stack } = process.env;
    if (stack) noteSpec(JSON.parse(stack).home, { spec: this.spec, ...time });
  }
}

/**
 * `npm run admin` without a process of its own: its output, error output and exit code.
 * @param {string[]} args @param {Record<string, string>} env @param {string} typed
 */
export async function runAdminCommand(args, env, typed) {
  await import('reflect-metadata');
  const command = await import('../../apps/api/src/admin/auth/staff/admin-command.ts');
  return command
    .runAdminCommand(args, env, async () => typed.replace(/\n$/, ''))
    .then(
      (said) => ({ said, complained: '', code: 0 }),
      (/** @type {Error} */ error) => ({ said: '', complained: command.messageOf(error), code: 1 }),
    );
}
