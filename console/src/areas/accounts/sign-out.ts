import { accountEndpoints } from '@vermilion/contract/accounts'
import { ApiError, call, session } from '#lib/api.ts'

/** Signs out, in all tabs. When the server could not do it, the user stays signed in and only the console is told. */
async function signOut(): Promise<void> {
  try {
    await session.signOut(() => call(accountEndpoints.logout, {}))
  } catch (problem) {
    // eslint-disable-next-line no-console -- the specification asks for it
    console.error('logout failed', problem)
    if (problem instanceof ApiError && problem.error === 'unauthenticated') await session.expire(session.token())
  }
}

export function useSignOut(): () => Promise<void> {
  return signOut
}
