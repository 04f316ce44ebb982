import { accountEndpoints } from '@vermilion/contract/accounts'
import { call, session } from '#lib/api.ts'

/** Signs out, in all tabs. When the server could not do it, the user stays signed in and only the console is told. */
async function signOut(): Promise<void> {
  try {
    await call(accountEndpoints.logout, {})
  } catch (problem) {
    // eslint-disable-next-line no-console -- the specification asks for it
    console.error('logout failed', problem)
    return
  }
  await session.signOut()
}

export function useSignOut(): () => Promise<void> {
  return signOut
}
