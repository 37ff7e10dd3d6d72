import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { TrialSignups } from '../trial-signups.ts';

const compact = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** The end of the trial as a calendar entry with a reminder a week before (RFC 5545). Calendars are shared: it has no token. */
@Injectable()
export class Calendar {
  constructor(
    private readonly trials: TrialSignups,
    private readonly settings: Settings,
  ) {}

  async execute(trialId: number): Promise<string> {
    const trial = await this.trials.require(trialId);
    if (!trial.trialEndsAt) throw new AppError('conflict', ERRORS.outOfOrder, { step: trial.wire.step });
    const { PRODUCT_NAME, SUPPORT_EMAIL, SITE_URL } = this.settings;
    const planLink = `${SITE_URL}/plan`;
    const about = `Cancel before this time if you do not want to go on: ${planLink} Questions: ${SUPPORT_EMAIL}`;
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `PRODID:-//${PRODUCT_NAME}//Trial//EN`,
      'BEGIN:VEVENT',
      `UID:trial-${trialId}@${new URL(SITE_URL).hostname}`,
      `DTSTAMP:${compact(trial.cardSavedAt ?? trial.createdAt)}`,
      `DTSTART:${compact(trial.trialEndsAt)}`,
      `SUMMARY:${escaped(PRODUCT_NAME)} free trial ends`,
      `DESCRIPTION:${escaped(about)}`,
      `URL:${planLink}`,
      ...reminder('-P7D', 'Your free trial ends in a week'),
      ...reminder('-P1D', 'Your free trial ends tomorrow'),
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    return lines.map(fold).join('\r\n') + '\r\n';
  }
}

const reminder = (trigger: string, text: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${text}`,
  `TRIGGER:${trigger}`,
  'END:VALARM',
];

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&');

/** At most 75 octets per line. */
const fold = (line: string): string => line.replace(/(.{70})(?=.)/gu, '$1\r\n ');
