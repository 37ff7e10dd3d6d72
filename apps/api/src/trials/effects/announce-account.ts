import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';

/** The queue of accounts that were closed; an opened one is the chart's own effect. */
export const ANNOUNCE_CLOSING = 'announceClosing';

const TIMEOUT_MS = 10_000;

/** Tells the dashboard's host that an account was opened or closed, by a signed webhook (https://www.standardwebhooks.com). */
@Injectable()
export class AnnounceAccount {
  constructor(
    private readonly trials: SavedTrials,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(id: number): Promise<void> {
    const trial = await this.trials.find(id);
    if (trial) await this.tell('account.opened', id, { plan: trial.selectedPlan, trialEndsAt: trial.trialEndsAt });
  }

  /** Tells nothing but the id: the person may have asked to be forgotten. */
  closed(id: number): Promise<void> {
    return this.tell('account.closed', id, {});
  }

  private async tell(type: string, id: number, data: object): Promise<void> {
    const url = this.settings.announcementsUrl;
    if (!url) return;
    const body = JSON.stringify({ type, timestamp: this.clock.now().toISOString(), data: { trialId: id, ...data } });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.signature(`${type}:${id}`, body) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw Object.assign(new Error('announcement refused'), { status: answer.status });
  }

  /** Signed with real time: the receiver refuses old signatures by its own clock. */
  private signature(id: string, body: string): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = this.settings.linkSecrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
    return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed.join(' ') };
  }
}
