/** The CSV export of the sign-ups. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { TRIAL_COLUMNS, TRIAL_SORTS } from '@lampstand/contracts/back-office';
import { aKey, aTrial, LIST_FILES, readCsv, rowsOfEachFile, signedIn, exportLog } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const EXPORT = '/api/admin/trial-signups/export';

const stack = inProcessStack();
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
}, 90_000);

const aWord = () => `w${aKey()}`;
const file = (path: string, query: Record<string, string> = {}) =>
  admin.get(`${path}?${new URLSearchParams({ bom: '0', ...query }).toString()}`);

describe('the file of the sign-ups', () => {
  it('equals the expected file byte for byte', async () => {
    const church = aWord();
    const columns = { created_at: '2026-07-04T05:06:07Z' };
    const { phone } = await aTrial(stack, {
      pastor: {
        firstName: 'Zoë "Z"',
        lastName: 'Lee, Jr.',
        email: `${church}@church.example`,
        churchName: `${church} 🙏`,
        churchSize: '500-1000',
      },
      columns,
    });
    await aTrial(stack, {
      pastor: { firstName: '=1+1', lastName: '', email: `${church}2@church.example`, churchName: church },
      columns: { ...columns, created_at: '2026-01-04T05:06:07Z', phone: '0000000000', email: '' },
    });
    const text =
      'Date (America/Chicago),Name,Email,Phone,Church,Position,Church Size\n' +
      `"2026-07-04 00:06","Zoë ""Z"" Lee, Jr.","${church}@church.example","(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}","${church} 🙏","Youth Pastor","500-1,000"\n` +
      `"2026-01-03 23:06","'=1+1",,,"${church}","Youth Pastor","100-250"\n`;
    const address = `${stack.url}${EXPORT}?q=${church}`;
    for (const [query, expected] of [
      ['', `\uFEFF${text}`],
      ['&bom=0', text],
      ['&bom=1', `\uFEFF${text}`],
    ] as const) {
      const answer = await fetch(address + query, { headers: { cookie: admin.cookie } });
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(expected))).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-export-rows': '2',
      });
    }
  });

  it('is read by a strict CSV parser as the text that people typed', async () => {
    const church = aWord();
    const hostile = [
      'a,b', '"', '""', 'two\nlines', 'carriage\r\nreturn', '\\.', "'quoted'", '👩‍👩‍👧'.repeat(300), '\u202Eelpoep',
      '<script>alert(1)</script>', '李 小龍', ' leading', 'a;b\tc', '100%',
    ]; // oxfmt-ignore
    const formulas = [
      '=SUM(A1)',
      '+1',
      '-1',
      '@A1',
      '\t=1',
      '\r=1',
      '=cmd|/C calc!A0',
      '＝SUM(A1)',
      '＋1',
      '－1',
      '＠A1',
    ];
    for (const message of [...hostile, ...formulas])
      await aTrial(stack, { pastor: { message, howHeardAbout: message, churchName: church } });
    const { text } = await file(EXPORT, { q: church, sort: 'createdAt', columns: 'Message,How Heard' });
    const [header, ...rows] = readCsv(text);
    expect(header).toEqual(['Message', 'How Heard']);
    const expected = [...hostile, ...formulas.map((formula) => `'${formula}`)].map((message) => [message, message]);
    expect(rows.map(String).sort()).toEqual(expected.map(String).sort());
  });

  it('quotes every cell, so that no formula starts after a semicolon', async () => {
    const church = aWord();
    await aTrial(stack, { pastor: { message: 'x;=HYPERLINK(1)', churchName: church } });
    const { text } = await file(EXPORT, { q: church, columns: 'Message,Church' });
    expect(text.split('\n')[1]).toBe(`"x;=HYPERLINK(1)","${church}"`);
  });

  it('has no cell that starts like a formula in any column', async () => {
    const church = `=${aWord()}`;
    const words = {
      firstName: '=a',
      lastName: 'b',
      email: `=${aKey()}@church.example`,
      churchName: church,
      ministryName: '+a',
    };
    const more = { churchCity: '-a', churchState: '@a', position: '=a', churchSize: '=a', howHeardAbout: '=a' };
    await aTrial(stack, { pastor: { ...words, ...more, churchSoftware: '=a', message: '=a' } });
    const { text } = await file(EXPORT, { q: church, columns: TRIAL_COLUMNS.join(',') });
    const [, row] = readCsv(text);
    expect(row!.filter((cell) => cell.startsWith("'"))).toHaveLength(11);
    expect(row!.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  it('has the requested columns in the requested order', async () => {
    const church = aWord();
    const { id } = await aTrial(stack, {
      state: 'success',
      pastor: { churchName: church },
      columns: {
        phone_verified_at: '2026-07-04T05:06:07Z',
        card_saved_at: '2026-07-04T05:16:07Z',
        trial_ends_at: '2026-08-03T05:16:07Z',
      },
    });
    const columns =
      'Trial ID,Status,Plan,Phone Verified,Card Saved,Trial Ends,Ministry,City,Church State,Church Software,Email';
    const { text } = await file(EXPORT, { q: church, columns });
    const [header, row] = readCsv(text);
    expect(header).toEqual(
      columns.split(',').map((name) => (/^(Phone V|Card|Trial E)/.test(name) ? `${name} (America/Chicago)` : name)),
    );
    expect(row!.slice(0, -1)).toEqual([
      `#${id}`,
      'Account open',
      'Starter',
      '2026-07-04 00:06',
      '2026-07-04 00:16',
      '2026-08-03 00:16',
      'Lighthouse Students',
      'Austin',
      'TX',
      'Planning Center',
    ]);
  });

  it.each(['Nonsense', 'Name,Nonsense', 'name', 'Name,Name', 'Name,', '"; DROP TABLE users'])(
    'refuses the columns %j',
    async (columns) => {
      expect(await file(EXPORT, { columns })).toMatchObject({
        status: 400,
        body: { fields: { columns: 'Please choose from the columns there are, each once' } },
      });
    },
  );

  it.each(TRIAL_SORTS.flatMap((sort) => [sort, `-${sort}`]))(
    'has the rows of the list in the order by %s',
    async (sort) => {
      const query = { sort, startDate: '2020-01-01', q: 'church' };
      const listed = (await admin.get(`/api/admin/trial-signups?${new URLSearchParams(query).toString()}`)).body;
      const { text } = await file(EXPORT, { ...query, columns: 'Trial ID' });
      expect(listed.length).toBeGreaterThan(20);
      expect(readCsv(text).slice(1).flat()).toEqual(listed.map(({ id }: { id: number }) => `#${id}`));
    },
  );

  it('without sign-ups is a header', async () => {
    const { text, headers } = await file(EXPORT, { q: aWord() });
    expect(readCsv(text)).toHaveLength(1);
    expect(headers.get('x-export-rows')).toBe('0');
  });

  it('searches for a quote, a backslash and a dollar sign literally', async () => {
    const church = `${aWord()}'\\$1`;
    await aTrial(stack, { pastor: { churchName: church } });
    expect(readCsv((await file(EXPORT, { q: church })).text)).toHaveLength(2);
    expect(readCsv((await file(EXPORT, { q: `${church}' OR true --` })).text)).toHaveLength(1);
  });

  it.each([
    { startDate: '2026-02-30' },
    { startDate: '2026-03-02', endDate: '2026-03-01' },
    { bom: 'yes' },
    { since: '0000-01-01T00:00:00Z' },
  ])('refuses %j and adds nothing to the log of exports', async (query) => {
    const before = (await exportLog(stack)).length;
    expect((await file(EXPORT, query as unknown as Record<string, string>)).status).toBe(400);
    expect(await exportLog(stack)).toHaveLength(before);
  });
});

describe('the file of incomplete sign-ups', () => {
  it('has the columns of the list', async () => {
    const church = aWord();
    const { phone, email } = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { churchName: church },
      columns: { created_at: '2026-07-04T05:06:07Z' },
    });
    await aTrial(stack, { pastor: { churchName: church } });
    const { text, headers } = await file('/api/incomplete-trials/export', { q: church });
    expect(headers.get('content-disposition')).toBe('attachment; filename="incomplete-trial-signups.csv"');
    expect(readCsv(text)).toEqual([
      [
        'Name',
        'Status',
        'Email',
        'Phone',
        'Church',
        'City',
        'State',
        'Position',
        'Church Size',
        'Message',
        'Signup Date (America/Chicago)',
      ],
      [
        'Mary Ann Lee',
        'Phone Verified, No Credit Card',
        email,
        `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
        church,
        'Austin',
        'TX',
        'Youth Pastor',
        '100-250',
        'Looking forward to it.',
        '2026-07-04 00:06',
      ],
    ]);
  });
});

describe('the dates of a file', () => {
  const word = aWord();
  beforeAll(() => rowsOfEachFile(stack, admin, word));

  it.each(LIST_FILES)('are read as dates by spreadsheets: $path', async ({ path, query, dates }) => {
    const [header, ...rows] = readCsv((await file(path, { ...query, q: word })).text);
    const found = header!.filter((name) => name.endsWith(' (America/Chicago)'));
    expect(found).toEqual(dates.map((name) => `${name} (America/Chicago)`));
    for (const name of found) {
      const cells = rows.map((row) => row[header!.indexOf(name)]).filter(Boolean);
      expect([name, cells]).toEqual([name, expect.arrayContaining([expect.anything()])]);
      for (const cell of cells) expect(cell).toMatch(/^20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d$/);
    }
  });
});
