/** The structured data of each page: complete, and the same as what people read there. */
import { describe, expect, it } from '@jest/globals';
import { NOWHERE, PAGES } from '../site/pages.ts';
import { siteReader } from '../site/read-page.ts';
import { TELLINGS } from '../site/told.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const read = siteReader(stack.url);

const ask = (address: string) => {
  const { pathname, search } = new URL(address);
  return fetch(stack.url + pathname + search, { method: 'HEAD', redirect: 'manual' });
};

/** An article may be told as a posting of the blog. */
const plain = (type: string) => type.replace('BlogPosting', 'Article');

describe.each([...PAGES, { path: NOWHERE, told: [] }])('what $path tells', ({ path, told }) => {
  it('is of the right types', async () => {
    const types = (await read(path)).told
      .map((each) => plain(each['@type']))
      .filter((type) => type !== 'BreadcrumbList');
    expect(types.toSorted()).toEqual([...told].toSorted());
  });

  it('is complete and true to the page', async () => {
    const page = await read(path);
    for (const each of page.told) {
      expect(each['@context']).toBe('https://schema.org');
      await TELLINGS[each['@type']]!({ page, it: each, ask });
    }
  });
});
