/** The licenses of the packages, as `package-lock.json` names them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'CC0-1.0',
];
/** Also allowed where we only run it to build and test, or serve it unchanged: fonts, data, and libraries of image tools. */
const ALLOWED_IN_DEVELOPMENT = [...ALLOWED, 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later', 'CC-BY-4.0'];
/** Packages without the field, whose LICENSE file or README is that of MIT. */
const WITHOUT_FIELD = ['format', 'passport-local', 'passport-strategy', 'pause'];

interface Package {
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Parts that all apply, as in `MIT AND Zlib`; of `MIT OR CC0-1.0` one is enough. */
const isAllowed = (license: string, allowed: string[]): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(/ and /i)
    .every((part) => part.split(' OR ').some((each) => allowed.includes(each)));

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
const installed = Object.entries(packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && !link)
  .map(([place, each]) => ({ ...each, name: place.replace(/.*node_modules\//, '') }));

describe('the packages', () => {
  it('that run with the product have a license that asks for no more than a notice', () => {
    const running = installed.filter(({ dev, name }) => !dev && !WITHOUT_FIELD.includes(name));
    expect(running.length).toBeGreaterThan(300);
    expect(running.filter(({ license = '' }) => !isAllowed(license, ALLOWED))).toEqual([]);
  });

  it('of builds and tests have a license that permits this use', () => {
    const others = installed.filter(({ dev, name }) => dev && !WITHOUT_FIELD.includes(name));
    expect(others.length).toBeGreaterThan(300);
    expect(others.filter(({ license = '' }) => !isAllowed(license, ALLOWED_IN_DEVELOPMENT))).toEqual([]);
  });

  it('without a license in the lock file are still these', () => {
    expect([...new Set(installed.filter(({ license }) => !license).map(({ name }) => name))].sort()).toEqual(
      WITHOUT_FIELD,
    );
  });
});
