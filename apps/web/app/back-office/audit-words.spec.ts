import { expect, it } from 'vitest';
import type { AuditRow } from '@lampstand/contracts/back-office';
import { detailText } from './audit-words.ts';

it('the details of a support action of an earlier version say so', () => {
  const row = { action: 'support action', detail: { action: 'extend-trial' } } as unknown as AuditRow;
  expect(detailText(row)).toBe('An action of an earlier version');
});
