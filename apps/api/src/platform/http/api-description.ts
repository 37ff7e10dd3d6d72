import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

const NOT_PUBLIC = ['Back office', 'Internal'];

/** The description of all calls, made from the zod schemas they are validated by; the public sees those of the public site. */
@Injectable()
export class ApiDescription {
  private all: OpenAPIObject | undefined;
  private make: () => OpenAPIObject = () => {
    throw new Error('The server does not serve yet');
  };

  /** Described when it is asked for first: all routes are known by then. */
  isMadeBy(make: () => OpenAPIObject): void {
    this.make = make;
  }

  get whole(): OpenAPIObject {
    return (this.all ??= this.make());
  }

  get public(): OpenAPIObject {
    const { components: _, ...whole } = this.whole;
    const paths = Object.entries(whole.paths).flatMap(([path, calls]) => {
      const shown = Object.entries(calls).filter(
        ([, { tags = [] }]) => !tags.some((tag: string) => NOT_PUBLIC.includes(tag)),
      );
      return shown.length ? [[path, Object.fromEntries(shown)]] : [];
    });
    return { ...whole, paths: Object.fromEntries(paths) };
  }
}
