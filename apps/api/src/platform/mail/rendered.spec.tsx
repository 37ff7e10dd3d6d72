import { expect, it } from 'vitest';
import { MailLink } from './mail-layout.tsx';
import { rendered } from './transactional-mailer.ts';

it.each([
  [', today.', 'open your plan https://site.example/plan?token=a.b-c_ , today.'],
  ['.', 'open your plan https://site.example/plan?token=a.b-c_ .'],
  [' (today).', 'open your plan https://site.example/plan?token=a.b-c_ (today).'],
])('A link in the text of a mail does not touch the mark after it: %s', async (after, text) => {
  const mail = (
    <>
      <MailLink href="https://site.example/plan?token=a.b-c_">open your plan</MailLink>
      {after}
    </>
  );
  expect((await rendered(mail)).text).toBe(text);
});
