import { DiscoveryService } from '@nestjs/core';
import type { Gauge } from 'prom-client';

/** A number, or one for each value of a label. Null: unknown. */
export type Measured = number | null | { labels: Record<string, string>; value: number }[];

export const MEASURES = DiscoveryService.createDecorator<Gauge>();

/** The method measures `gauge` at each scrape of the metrics and returns a `Measured`; while it fails, the value is unknown. */
export const Measures = (gauge: Gauge) => MEASURES(gauge);
