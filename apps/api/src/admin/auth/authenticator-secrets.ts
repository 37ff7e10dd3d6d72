import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { log } from '../../platform/logging.ts';
import { StaffAccount } from './auth.entities.ts';
import { placeOfSecret } from './credentials.ts';

/**
 * Secrets of authenticator apps, encrypted because who reads the database or a backup only must not be able to make codes. The
 * first of SESSION_SECRETS encrypts; all of them decrypt. A secret is bound to its account.
 */
@Injectable()
export class AuthenticatorSecrets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  encrypt(accountId: number, secret: string): Buffer {
    return encrypt(this.settings.sessionSecrets[0]!, placeOfSecret(accountId), Buffer.from(secret));
  }

  /** Base32. Undefined when its key is no longer among SESSION_SECRETS. */
  decrypt(accountId: number, stored: Buffer): string | undefined {
    return decrypt(this.settings.sessionSecrets, placeOfSecret(accountId), stored)?.toString();
  }

  /** Encrypts with the first of SESSION_SECRETS what an older one encrypted, so that the older one can be removed. */
  @Every('authenticator secrets')
  async renew(): Promise<void> {
    const accounts = await this.dataSource.manager.findBy(StaffAccount, { totpSecret: Not(IsNull()) });
    for (const { id, totpSecret: stored } of accounts) {
      if (!stored || decrypt(this.settings.sessionSecrets.slice(0, 1), placeOfSecret(id), stored)) continue;
      const secret = this.decrypt(id, stored);
      if (secret === undefined) log.warn({ account: id }, 'no SESSION_SECRETS decrypts the authenticator secret');
      else
        await this.dataSource.manager.update(
          StaffAccount,
          { id, totpSecret: stored },
          { totpSecret: this.encrypt(id, secret) },
        );
    }
  }
}
