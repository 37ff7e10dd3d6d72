import { describe, expect, it } from '@jest/globals';
import { claimPorts, isTaken } from '../../tools/ports.mjs';

const claims = () => Promise.all(Array.from({ length: 100 }, () => claimPorts(8)));

describe('Ports that a test starts its processes at', () => {
  it('belong to it alone for as long as it holds them, whether its processes are up or down', async () => {
    const first = await claims();
    const second = await claims();
    const ports = [...first, ...second].flatMap((claim) => claim.ports);
    expect(new Set(ports).size).toBe(200 * 8);
    expect(await Promise.all(ports.map(isTaken))).not.toContain(true);
    for (const { release } of [...first, ...second]) release();
  });

  it('are not among those that the system hands out by itself', async () => {
    const { ports, release } = await claimPorts(1);
    release();
    const FIRST_HANDED_OUT = 32_768;
    expect(ports[0]).toBeLessThan(FIRST_HANDED_OUT);
  });
});
