import { describe, expect, it } from 'vitest';
import { claimPorts, isTaken } from './local/environment.ts';

const claims = () => Promise.all(Array.from({ length: 100 }, () => claimPorts(8)));

describe('the ports that a test claims', () => {
  it('are free and belong to it until it releases them', async () => {
    const first = await claims();
    const second = await claims();
    const ports = [...first, ...second].flatMap((claim) => claim.ports);
    expect(new Set(ports).size).toBe(200 * 8);
    expect(await Promise.all(ports.map(isTaken))).not.toContain(true);
    for (const { release } of [...first, ...second]) release();
  });

  it('are below the ephemeral ports of the system', async () => {
    const { ports, release } = await claimPorts(1);
    release();
    const FIRST_EPHEMERAL_PORT = 32_768;
    expect(ports[0]).toBeLessThan(FIRST_EPHEMERAL_PORT);
  });
});
