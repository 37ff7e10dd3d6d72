import { INLINE } from '@lampstand/contracts';
import { useSyncExternalStore } from 'react';
import { isOffline, onConnection } from '../lib/connection.ts';
import styles from './offline-banner.module.css';

/** Says that there is no network. */
export function OfflineBanner() {
  const offline = useSyncExternalStore(onConnection, isOffline, () => false);
  return (
    <div className={styles.banner} role="status">
      {offline && <p>{INLINE.offline}</p>}
    </div>
  );
}
