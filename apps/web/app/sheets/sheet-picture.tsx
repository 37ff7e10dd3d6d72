import '../content/sheet-text.css';
import { SheetHtml } from './sheet-html.tsx';
import styles from './sheet-picture.module.css';

/** The beginning of a sheet, small, with the name of the reader's church. */
export const SheetPicture = ({ name, html }: { name: string; html: string }) => (
  <div className={styles.ground} aria-hidden="true" data-unsearched="" data-nosnippet="">
    <div className={styles.paper}>
      <div className={styles.page}>
        <p className={styles.church} data-church="">
          Name of your church
        </p>
        <p className={styles.name}>{name}</p>
        <SheetHtml className={`sheet-text ${styles.text}`} html={html} />
      </div>
    </div>
  </div>
);
