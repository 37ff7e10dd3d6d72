/** The audited calls with which staff change their own sign-in. */
import {
  addPasskey,
  type Answer,
  aPasskey,
  aStaffName,
  callsTo,
  codeOf,
  cookiesOf,
  type signedIn,
  withPasskey,
} from '../builders/index.ts';
import type { Stack } from '../support/index.ts';

type Admin = Awaited<ReturnType<typeof signedIn>>;
type Add = (
  call: string,
  entries: string,
  does: (admin: Admin) => Promise<Answer>,
  given?: { use?: string; status?: number },
) => unknown;

const WRONG = { password: 'a wrong password' };
const NEW_PASSWORD = 'a password of some length';

export function addAccountCalls(stack: Stack, add: Add): void {
  for (const factor of ['passkeys', 'authenticator'])
    add(
      `POST /api/admin/account/${factor}/options`,
      'passkey refused',
      ({ post }) => post(`admin/account/${factor}/options`, WRONG),
      { use: 'with a wrong password', status: 400 },
    );
  add('POST /api/admin/account/passkeys', 'passkey added', (admin) =>
    addPasskey(admin, admin.password, aPasskey(stack)),
  );
  add('POST /api/admin/account/passkeys/{id}/remove', 'passkey removed', async () => {
    const { get, post, password } = await withPasskey(stack);
    const [{ id }] = (await get('/api/admin/account/passkeys')).body;
    return post(`admin/account/passkeys/${id}/remove`, { password });
  });

  const enrols = async ({ post, password }: Admin) => {
    const { secret, token } = (await post('admin/account/authenticator/options', { password })).body;
    return post('admin/account/authenticator', { token, code: codeOf(secret) });
  };
  add('POST /api/admin/account/authenticator', 'authenticator added', enrols);
  add('POST /api/admin/account/authenticator/remove', 'authenticator removed', async (admin) => {
    const { post } = callsTo(stack, { cookie: cookiesOf(await enrols(admin)) });
    return post('admin/account/authenticator/remove', { password: admin.password });
  });
  add('POST /api/admin/account/name', 'name changed', ({ post }) => post('admin/account/name', { name: aStaffName() }));
  add('POST /api/admin/account/password', 'password changed', ({ post, password }) =>
    post('admin/account/password', { password, newPassword: NEW_PASSWORD }),
  );
  add('POST /api/admin/account/sessions/{id}/end', 'session ended', async ({ get, post }) => {
    const [{ id }] = (await get('/api/admin/account')).body.sessions;
    return post(`admin/account/sessions/${id}/end`, {});
  });
}
