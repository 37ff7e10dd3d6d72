import { readFileSync } from 'node:fs';

/** Which build of the product runs. */
export class Release {
  private constructor(
    /** As in CHANGELOG.md. */
    readonly version: string,
    /** Of Git, in full; `unreleased` where the server runs from a clone. */
    readonly commit: string,
  ) {}

  /** Reads a package.json. `npm run release` writes the commit into the one that it packs, under npm's own name for it. */
  static of(packageJson: URL): Release {
    const { version, gitHead = 'unreleased' } = JSON.parse(readFileSync(packageJson, 'utf8'));
    return new Release(version, gitHead);
  }
}
