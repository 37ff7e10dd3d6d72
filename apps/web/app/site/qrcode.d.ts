/** The one call we make; the package brings no types. */
declare module 'qrcode' {
  interface Options {
    errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H';
  }
  interface Code {
    modules: { size: number; data: Uint8Array };
  }
  const QRCode: { create(text: string, options: Options): Code };
  export default QRCode;
}
