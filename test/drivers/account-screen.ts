import type { Page } from '@playwright/test';

/** A member of staff at the page of their own sign-in, with a device that makes passkeys. */
export class AccountScreen {
  constructor(readonly page: Page) {}

  /** A device in software that says yes by itself; the page has to be at a name, not at an IP address. */
  async hasDevice() {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return {
      /** From now on it does not recognize who holds it, or does again. */
      recognizes: (isUserVerified: boolean) =>
        session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    };
  }

  get addPasskey() {
    return this.page.getByRole('button', { name: 'Add a passkey' });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  get name() {
    return this.dialog.getByRole('textbox', { name: 'Name' });
  }

  get password() {
    return this.dialog.getByLabel('Your password');
  }

  get goOn() {
    return this.dialog.getByRole('button', { name: 'Go on' });
  }

  passkey(name: string) {
    return this.page.getByRole('listitem').filter({ hasText: name });
  }

  async adds(name: string, password: string): Promise<void> {
    await this.addPasskey.click();
    await this.name.fill(name);
    await this.password.fill(password);
    await this.goOn.click();
  }
}
