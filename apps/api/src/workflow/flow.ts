import type { EntityTarget } from 'typeorm';
import type { Chart } from '@lampstand/workflows';

/** The columns the engine reads and writes on whatever rides on a flow. */
export interface Subject {
  id: number;
  state: string;
  journalSeq: number;
}

/** One flow: its chart and the entity that carries the position. */
export interface Flow<S extends Subject, E extends string = string> {
  chart: Chart;
  entity: EntityTarget<S>;
  /** Only for the type of the events. */
  event?: E;
}
