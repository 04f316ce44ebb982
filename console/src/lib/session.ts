import { createSessionListeners } from './session-listeners.ts'
import { createSessionEnding, type Ending, forgetDrafts, handoverParameter, extractBearer } from './session-storage.ts'

/** Milliseconds between the message about the session's end and the redirect to the sign-in page. */
export const redirectDelay = 500
const storageKey = 'token'
const accountKey = 'account'

export interface SessionNeeds {
  local: Storage
  session: Storage
  wait: (milliseconds: number) => Promise<void>
}

interface SessionHandlers {
  /** Tells the user, once, that the session has ended here or in another tab. */
  announce: (how: Ending, where: 'here' | 'elsewhere') => void
  /** Redirects to the sign-in page, which leads back here unless the user signed out. */
  leave: (how: Ending, where: 'here' | 'elsewhere') => void
  proceed: () => void
}

export type Session = ReturnType<typeof createSession>

export function createSession({ local, session, wait }: SessionNeeds) {
  const sessionEnding = createSessionEnding(local)
  let way: SessionHandlers | null = null
  let leaving: Promise<void> | null = null
  let over = false

  const token = () => local.getItem(storageKey)
  const account = () => local.getItem(accountKey) ?? ''
  const { tell, subscribe, onForget } = createSessionListeners(account)

  function enter(entered: string, account = ''): void {
    over = false
    if (account !== '') forgetDrafts(session, account)
    sessionEnding.clear()
    local.setItem(accountKey, account)
    local.setItem(storageKey, entered)
    tell('entered')
  }

  function end(how: Ending, where: 'here' | 'elsewhere'): Promise<void> {
    leaving ??= (async () => {
      over = true
      // Set before the token is removed, because other tabs read it at the removal.
      if (where === 'here') sessionEnding.set(how)
      local.removeItem(storageKey)
      session.removeItem(storageKey)
      if (how === 'signed-out') forgetDrafts(session)
      tell(how)
      way?.announce(how, where)
      await wait(redirectDelay)
      leaving = null
      // Another tab may have signed in during the delay.
      if (token() === null) way?.leave(how, where)
    })()
    return leaving
  }

  return {
    token,
    enter,
    /** The id of the present or last account; empty when unknown. */
    account,
    know(account: string): void {
      local.setItem(accountKey, account)
      forgetDrafts(session, account)
    },
    onWay: (ending: SessionHandlers) => {
      way = ending
    },
    subscribe,
    onForget,
    /** Rejects without any change when the request fails. Refusals in any tab during the sign-out are not an expiry. */
    async signOut(request: () => Promise<unknown>): Promise<void> {
      await sessionEnding.whileSigningOut(request)
      await end('signed-out', 'here')
    },
    /** Only the token the call was sent with is dead: a late response after a new sign-in ends nothing. */
    expire: (used: string | null): Promise<void> => {
      if (leaving !== null) return leaving
      if (sessionEnding.isSigningOut()) return Promise.resolve()
      return used === token() && !over ? end('expired', 'here') : Promise.resolve()
    },
    follow({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
      if (key !== storageKey && key !== null) return
      if (token() === null) {
        if (!over) void end(sessionEnding.get(), 'elsewhere')
        return
      }
      if (key === null || newValue === null) return
      over = false
      if (local.getItem(accountKey) !== '') forgetDrafts(session, account())
      tell('entered')
      way?.proceed()
    },
    /** Stores a link's `?bearer=` unchecked; returns the address without it, to show without a reload, or null. */
    adoptToken: (address: string): string | null => {
      const handover = extractBearer(address)
      if (handover === null) return null
      enter(handover.bearer)
      session.setItem(storageKey, handover.bearer)
      // eslint-disable-next-line no-console -- the specification asks for the value on the browser's console
      console.log(handoverParameter, handover.bearer)
      return handover.href
    },
  }
}
