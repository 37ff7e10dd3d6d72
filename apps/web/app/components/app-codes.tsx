import QRCode from 'qrcode';
import { site } from '../lib/site.ts';
import styles from './app-codes.module.css';

export const STORES = [
  { system: 'iOS', store: 'App Store', on: 'in the App Store', href: '/api/go/app-store' },
  { system: 'Android', store: 'Google Play', on: 'on Google Play', href: '/api/go/play-store' },
] as const;

/** QR codes of the app, for a desk: the phone beside it scans them. */
export default function AppCodes() {
  return (
    <ul className={styles.codes}>
      {STORES.map(({ system, on, href }) => (
        <li key={system}>
          <QrPicture squares={qrSquares(site.url + href)} alt={`QR code of the ${site.product} app ${on}.`} />
          <strong>{system}</strong>
        </li>
      ))}
    </ul>
  );
}

type QrSquares = ReturnType<typeof qrSquares>;

/** Fixed dark-on-light colors and a quiet zone of four modules, as scanners require. */
export const QrPicture = ({ squares: { size, path }, alt }: { squares: QrSquares; alt: string }) => (
  <svg
    className={styles.qr}
    width="200"
    height="200"
    viewBox={`-4 -4 ${size + 8} ${size + 8}`}
    role="img"
    aria-label={alt}
    shapeRendering="crispEdges"
  >
    <path fill="#fff" d={`M-4-4h${size + 8}v${size + 8}h-${size + 8}z`} />
    <path fill="#1b2440" d={path} />
  </svg>
);

/** The dark modules of a QR code as an SVG path, one unit per module. */
export function qrSquares(address: string) {
  const { size, data } = QRCode.create(address, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (data[y * size + x] ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}
