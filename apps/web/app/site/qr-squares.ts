import QRCode from 'qrcode';

/** The dark squares of a code for this address, as the path of a drawing one unit to the square. */
export function qrSquares(address: string) {
  const { size, data } = QRCode.create(address, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (data[y * size + x] ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}

export type QrSquares = ReturnType<typeof qrSquares>;
