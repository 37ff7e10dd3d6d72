import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const LINE_FEED = 0x0a;

/** Puts the mark in front, and knows in the end how long the file was and its hash. `onChunk` hears that it moves. */
export class Seal extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  constructor(
    bom: boolean,
    private readonly onChunk: () => void,
  ) {
    super();
    if (bom) this.pass(BYTE_ORDER_MARK);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.onChunk();
    this.pass(chunk);
    done();
  }

  /** Of what has passed so far; may be read again. */
  get sha256(): string {
    return this.hash.copy().digest('hex');
  }

  private pass(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    this.push(chunk);
  }
}

/** Lets `finish` at whole lines, however the chunks are cut. */
export function finishLines(finish: (lines: string) => string): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = Buffer.concat([rest, chunk]);
      const end = text.lastIndexOf(LINE_FEED) + 1;
      rest = text.subarray(end);
      done(null, finish(text.subarray(0, end).toString()));
    },
    flush: (done) => done(null, finish(rest.toString())),
  });
}
