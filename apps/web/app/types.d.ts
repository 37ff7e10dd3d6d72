/** A script as text, produced by the `minified` plugin of `tools/plugins.ts`. */
declare module '*?minified' {
  const code: string;
  export default code;
}

/** The package ships no types; only this call is used. */
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
