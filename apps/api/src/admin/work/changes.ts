import { BEAT } from '@lampstand/contracts/back-office';
import {
  Inject,
  Injectable,
  type MessageEvent,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Db, PgBoss } from 'pg-boss';
import {
  asyncScheduler,
  buffer,
  concatMap,
  filter,
  interval,
  map,
  merge,
  type Observable,
  ReplaySubject,
  share,
  Subject,
  takeUntil,
  throttleTime,
} from 'rxjs';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { type ActingStaff, Sessions } from '../auth/index.ts';

/** The channel of the triggers of `0008-back-office.ts`. */
const CHANNEL = 'changes';
const SESSION_ENDED = 'session';

/** Changes within this time are sent as one message. */
const GATHERED_MS = 200;
/** Proxies close a connection that is silent for a minute. */
const BEAT_MS = 20_000;

type Listener = Awaited<ReturnType<NonNullable<Db['listen']>>>;

/** Tells open pages of the back office which records have changed in the database, on any server. */
@Injectable()
export class Changes implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly heard = new Subject<string>();
  private readonly sessionEnded = new Subject<void>();
  /** The connection was lost and is back: notifications may have been missed. */
  private readonly listensAgain = new Subject<void>();
  private readonly stopped = new ReplaySubject<void>(1);
  private readonly gathered = this.heard.pipe(
    buffer(this.heard.pipe(throttleTime(GATHERED_MS, asyncScheduler, { leading: false, trailing: true }))),
    map((changes) => ({ data: [...new Set(changes)] })),
    share(),
  );
  private listener?: Listener;

  constructor(
    @Inject(PgBoss) private readonly boss: PgBoss,
    private readonly jobs: Jobs,
    private readonly sessions: Sessions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.start();
    this.listener = await this.boss.getDb().listen!(
      CHANNEL,
      (change) => (change === SESSION_ENDED ? this.sessionEnded.next() : this.heard.next(change)),
      () => this.listensAgain.next(),
    );
  }

  /** Before the HTTP server closes, which waits for open answers. */
  async onModuleDestroy(): Promise<void> {
    this.stopped.next();
    await this.listener?.close();
  }

  /** The messages for one page. They end when the session ends or this server stops. */
  of(staff: ActingStaff): Observable<MessageEvent> {
    const beats = interval(BEAT_MS).pipe(share());
    const ended = merge(beats, this.sessionEnded).pipe(
      // While the database does not answer, the session is taken as live.
      concatMap(() => this.sessions.isLive(staff).catch(() => true)),
      filter((isLive) => !isLive),
    );
    return merge(this.gathered, merge(beats, this.listensAgain).pipe(map(() => ({ type: BEAT, data: '' })))).pipe(
      takeUntil(merge(this.stopped, ended)),
    );
  }
}
