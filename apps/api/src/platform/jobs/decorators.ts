import { DiscoveryService } from '@nestjs/core';
import type { QueueOptions } from './jobs.ts';
import type { QueueName } from './queues.ts';

export const ON_JOB = DiscoveryService.createDecorator<QueueOptions & { queue: QueueName }>();
export const EVERY = DiscoveryService.createDecorator<{ name: string }>();

/** The method handles the jobs of `queue`. It may run twice for one job. When it throws, the job is retried. */
export const OnJob = (queue: QueueName, options: QueueOptions = {}) => ON_JOB({ queue, ...options });

/**
 * The method runs every SWEEP_INTERVAL_SECONDS, once over all servers; `name` is its job's key and its name in logs. It finds what is due by a
 * column and the Clock, and claims its rows or checks them again under their lock, as a slow run may meet the next one.
 */
export const Every = (name: string) => EVERY({ name });
