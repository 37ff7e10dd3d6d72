import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { Subscription } from '../billing.entities.ts';
import { Workflow } from '../../workflow/index.ts';
import { subscriptionFlow } from '../subscription-flow.ts';

const TIMEOUT_MS = 10_000;

/**
 * Notifies the dashboard by signed webhooks (https://www.standardwebhooks.com) that an account was opened, changed or
 * closed. A failed delivery is retried by its job, under the same message id.
 */
@Injectable()
export class OutboundWebhooks {
  constructor(
    private readonly workflow: Workflow,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** `jobId`: of a reactivation, which opens a closed account again. */
  async accountOpened(id: number, jobId?: string): Promise<void> {
    const subscription = await this.find(id);
    if (!subscription) return;
    const { plan, trialEndsAt } = subscription;
    await this.send('account.opened', ['account.opened', id, ...(jobId ? [jobId] : [])].join(':'), {
      trialId: id,
      plan,
      trialEndsAt,
    });
  }

  /** Sends the current state; the receiver keeps the newest timestamp. */
  @OnJob('announceChange')
  async accountChanged({ id: jobId, subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (!subscription || hasTag(subscriptionLife, subscription.state, 'ended')) return;
    const { id: trialId, plan, state: status, trialEndsAt, cancelAt } = subscription;
    const data = { trialId, plan, status, trialEndsAt, cancelAt };
    await this.send('account.changed', `account.changed:${trialId}:${jobId}`, data);
  }

  /** Sends only the id, because the person may have been erased. */
  async accountClosed(id: number, jobId: string): Promise<void> {
    await this.send('account.closed', `account.closed:${id}:${jobId}`, { trialId: id });
  }

  private find(id: number): Promise<Subscription | null> {
    return this.workflow.find(subscriptionFlow, { id });
  }

  private async send(type: string, messageId: string, data: object): Promise<void> {
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
    if (!answer.ok) throw Object.assign(new Error('webhook refused'), { status: answer.status });
  }

  /** Uses real time: the receiver checks signatures by its own clock. */
  private signature(id: string, body: string): Record<string, string> {
    const timestamp = Math.floor(this.clock.real.getTime() / 1000);
    const signed = this.settings.dashboardSecrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
    return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed.join(' ') };
  }
}
