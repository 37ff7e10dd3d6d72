import { type DiscoverableDecorator, type DiscoveryService, MetadataScanner } from '@nestjs/core';

interface DecoratedMethod<T> {
  /** What the decorator was given. */
  given: T;
  /** Bound to its provider. */
  method: (...args: unknown[]) => Promise<unknown>;
}

const scanner = new MetadataScanner();

/** The methods of all providers that have `decorator`. */
export function* methodsWith<T>(
  discovery: DiscoveryService,
  decorator: DiscoverableDecorator<T>,
): Generator<DecoratedMethod<T>> {
  for (const wrapper of discovery.getProviders()) {
    const { instance } = wrapper;
    if (!instance || typeof instance !== 'object') continue;
    for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(instance))) {
      const given: T | undefined = discovery.getMetadataByDecorator(decorator, wrapper, name);
      if (given) yield { given, method: instance[name].bind(instance) };
    }
  }
}
