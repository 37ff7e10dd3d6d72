import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ChecksumStream } from './csv-file.ts';

describe('the checksum of a file', () => {
  it('can be read repeatedly', async () => {
    const seal = new ChecksumStream(true, () => {});
    seal.end('Name\nRuth\n');
    const whole = await text(seal);
    const expected = createHash('sha256').update('\uFEFFName\nRuth\n').digest('hex');
    expect([whole.endsWith('Ruth\n'), seal.bytes]).toEqual([true, 13]);
    expect([seal.sha256, seal.sha256]).toEqual([expected, expected]);
  });
});
