import type { Config } from '../../../config.ts'
import type { Credentials } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Devices } from './devices.ts'
import type { Passwords } from '../credentials/passwords.ts'
import { addressKey, limits, nameKey } from '../rules.ts'
import type { SessionStore } from '../credentials/session-store.ts'
import type { AccountRow, AccountStore } from '../store.ts'
import type { Bucket, Throttle } from './throttle.ts'

export interface Caller {
  readonly address: string
  readonly userAgent: string | undefined
  readonly device: string | undefined
}

interface SignInNeeds {
  readonly store: AccountStore
  readonly sessions: SessionStore
  readonly throttle: Throttle
  readonly passwords: Passwords
  readonly devices: Devices
  readonly config: Pick<Config, 'oidc' | 'emergencyAccount'>
}

export function createSignIn({ store, sessions, throttle, passwords, devices, config }: SignInNeeds) {
  const { emergencyAccount, oidc } = config

  async function bucketsOf(name: string, account: AccountRow | undefined, from: Caller): Promise<Bucket[]> {
    const address = addressKey(from.address)
    const everywhere = { key: `name ${name}`, limit: limits.name, clears: false }
    const here: Bucket[] = [
      { key: `pair ${address} ${name}`, limit: limits.narrow, clears: true },
      { key: `address ${address}`, limit: limits.address, clears: false },
    ]
    // Checked only during an attack on the name: it takes time, which would reveal whether the account exists.
    const isHome = throttle.isBlocked(everywhere) && account !== undefined && (await wasUsedAt(account.id, address))
    return isHome ? here : [...here, everywhere]
  }

  async function wasUsedAt(accountId: string, address: string): Promise<boolean> {
    const open = await sessions.ofAccount(accountId)
    return open.some((session) => session.address !== null && addressKey(session.address) === address)
  }

  return async function signIn({ username, password }: Credentials, from: Caller): Promise<AccountRow> {
    const name = nameKey(username)
    // Said before anything is checked, so that it tells nothing about the password.
    if (emergencyAccount !== undefined && name !== nameKey(emergencyAccount))
      throw fail('login.passwords-closed', { provider: oidc?.name })
    const account = await store.byName(name)
    const device = account === undefined ? undefined : devices.known(from.device, account.id)
    const attempt = throttle.begin(
      device === undefined
        ? await bucketsOf(name, account, from)
        : [{ key: `device ${device}`, limit: limits.narrow, clears: true }],
    )
    const right = await passwords
      .isRight(password, account?.passwordHash, device !== undefined)
      .catch((busy: unknown) => {
        attempt.withdraw()
        throw busy
      })
    if (account === undefined || !right) throw fail('login.invalid')
    attempt.succeeded()
    if (account.disabledAt !== null) throw fail('login.disabled')
    return account
  }
}
