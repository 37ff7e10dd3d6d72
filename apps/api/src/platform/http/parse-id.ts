import { trialId } from '@lampstand/contracts';
import type { PipeTransform } from '@nestjs/common';
import { AppError } from '../errors.ts';

/** The id in a path, as a number. Text that cannot be an id is a 404 with `message`. */
export class ParseId implements PipeTransform<string, number> {
  constructor(private readonly message: string) {}

  transform(text: string): number {
    const parsed = trialId.safeParse(text);
    if (!parsed.success) throw new AppError('notFound', this.message);
    return parsed.data;
  }
}
