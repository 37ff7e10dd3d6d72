import { useEffect, useEffectEvent } from 'react';

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: 'sms'[] };
}

/** WebOTP: the code of a text that names this site's domain, once the person has agreed. Other browsers offer it above the keyboard. */
export function useTextedCode(onCode: (code: string) => void) {
  const receive = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const leaving = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: leaving.signal };
    navigator.credentials.get(request).then(
      (credential) => credential && 'code' in credential && receive(String(credential.code)),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
}
