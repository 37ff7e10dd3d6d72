/** The environment of flows: Node's, and `startInProcessStack`, whose modules each worker loads once for all its spec files. */
import { TestEnvironment } from 'jest-environment-node';

export default class FlowEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      startInProcessStack: async (/** @type {{ env?: Record<string, string> }} */ options) =>
        (await import('./in-process-stack.mjs')).startInProcessStack(options),
    });
  }
}
