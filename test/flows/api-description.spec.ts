import { describe, expect, it } from '@jest/globals';
import { callsTo } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const { get } = callsTo(sharedStack());

describe('the description of the API', () => {
  it('shows the public neither calls of staff nor those between our services', async () => {
    const { status, text } = await get('/api/docs-json');
    expect(status).toBe(200);
    expect(text).toContain('/api/trial-signup');
    expect(text).not.toMatch(/\/api\/(admin|incomplete-trials|internal)|Back office|Internal|"staff"|bearer/);
  });

  it('comes with every file its page names, and no other', async () => {
    const page = await get('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(3);
    for (const file of files) expect({ file, status: (await get(file)).status }).toEqual({ file, status: 200 });
    for (const path of ['/api/docs/package.json', '/api/docs/index.html', '/api/docs/LICENSE'])
      expect((await get(path)).status).toBe(404);
  });
});
