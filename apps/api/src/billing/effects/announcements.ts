import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { Subscription } from '../domain/subscription.entity.ts';

const TIMEOUT_MS = 10_000;

/**
 * Tells the dashboard's host that an account was opened, changed or closed, by a signed webhook
 * (https://www.standardwebhooks.com). A message that was not taken is its job's to send again, under the same id.
 */
@Injectable()
export class Announcements {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async opened(id: number): Promise<void> {
    const subscription = await this.find(id);
    if (!subscription) return;
    const { plan, trialEndsAt } = subscription;
    await this.tell('account.opened', `account.opened:${id}`, { trialId: id, plan, trialEndsAt });
  }

  /** How it stands now, whatever has changed: the receiver takes the newest timestamp. */
  async changed({ id: jobId, subjectId }: Job): Promise<void> {
    const subscription = await this.find(Number(subjectId));
    if (!subscription || subscription.state === 'canceled') return;
    const { id: trialId, plan, state: status, trialEndsAt, cancelAt } = subscription;
    const data = { trialId, plan, status, trialEndsAt, cancelAt };
    await this.tell('account.changed', `account.changed:${trialId}:${jobId}`, data);
  }

  /** Tells nothing but the id: the person may have asked to be forgotten. */
  async closed(id: number): Promise<void> {
    await this.tell('account.closed', `account.closed:${id}`, { trialId: id });
  }

  private find(id: number): Promise<Subscription | null> {
    return this.dataSource.getRepository(Subscription).findOneBy({ id });
  }

  private async tell(type: string, messageId: string, data: object): Promise<void> {
    const url = this.settings.announcementsUrl;
    if (!url) return;
    const body = JSON.stringify({ type, timestamp: this.clock.now().toISOString(), data });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.signature(messageId, body) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw Object.assign(new Error('announcement refused'), { status: answer.status });
  }

  /** Signed with real time: the receiver refuses old signatures by its own clock. */
  private signature(id: string, body: string): Record<string, string> {
    const timestamp = Math.floor(this.clock.real.getTime() / 1000);
    const signed = this.settings.dashboardSecrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
    return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed.join(' ') };
  }
}
