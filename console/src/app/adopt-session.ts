import { accountEndpoints } from '@vermilion/contract/accounts'
import { call, session } from '#lib/api.ts'

/** Takes a token over from the address, and fetches the cookie by which pictures are asked for before any page shows. */
export async function takeOverSession(): Promise<void> {
  const address = session.takeOver(location.href)
  if (address === null) return
  history.replaceState(history.state, '', address)
  const account = await call(accountEndpoints.me, {}).catch(() => undefined)
  if (account !== undefined) session.know(account.id)
}
