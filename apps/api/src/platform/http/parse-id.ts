import { trialId } from '@lampstand/contracts';
import type { PipeTransform } from '@nestjs/common';
import { AppError } from '../errors.ts';

/** The largest id of a table whose key is an `integer`; the others have a `bigint`, of which JavaScript counts to 2^53. */
export const LARGEST_INTEGER = 2 ** 31 - 1;

/** The id in a path, as a number. Text that cannot be an id of the table is a 404 with `message`. */
export class ParseId implements PipeTransform<string, number> {
  constructor(
    private readonly message: string,
    private readonly largest = Number.MAX_SAFE_INTEGER,
  ) {}

  transform(text: string): number {
    const parsed = trialId.safeParse(text);
    if (!parsed.success || parsed.data > this.largest) throw new AppError('notFound', this.message);
    return parsed.data;
  }
}
