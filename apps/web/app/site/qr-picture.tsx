import type { QrSquares } from './qr-squares.ts';

interface Props {
  squares: QrSquares;
  alt: string;
}

/** Dark on light with the four empty squares around that readers need, whatever colours the page has. */
export const QrPicture = ({ squares: { size, path }, alt }: Props) => (
  <svg
    className="qr"
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
