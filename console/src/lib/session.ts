import { createSessionListeners } from './session-listeners.ts'
import { createSessionEnding, type Ending, forgetDrafts, handoverParameter, takeBearer } from './session-storage.ts'

/** Milliseconds between a message about the end of a session and the way to the sign-in page. */
export const redirectDelay = 500
const storageKey = 'token'
const accountKey = 'account'

export interface SessionNeeds {
  local: Storage
  session: Storage
  wait: (milliseconds: number) => Promise<void>
}

/** The shell's reactions to the session. */
interface Way {
  /** Tells the user, once, that the session has ended here or in another tab. */
  announce: (how: Ending, where: 'here' | 'elsewhere') => void
  /** Goes to the sign-in page, which leads back here afterwards unless the user wished to leave. */
  leave: (how: Ending, where: 'here' | 'elsewhere') => void
  /** Another tab has signed in: whoever stands before the sign-in page may go on. */
  proceed: () => void
}

export type Session = ReturnType<typeof createSession>

/** The sign-in of this browser, the same in all of its tabs: a token that is there or not. */
export function createSession({ local, session, wait }: SessionNeeds) {
  const sessionEnding = createSessionEnding(local)
  let way: Way | null = null
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

  /** However often it is called at once, the user is told and led away once. */
  function end(how: Ending, where: 'here' | 'elsewhere'): Promise<void> {
    leaving ??= (async () => {
      over = true
      // Before the token goes: other tabs hear of its removal and look here for what it means.
      if (where === 'here') sessionEnding.set(how)
      local.removeItem(storageKey)
      session.removeItem(storageKey)
      if (how === 'signed-out') forgetDrafts(session)
      tell(how)
      way?.announce(how, where)
      await wait(redirectDelay)
      leaving = null
      // Somebody has signed in again within this half second, in another tab.
      if (token() === null) way?.leave(how, where)
    })()
    return leaving
  }

  return {
    token,
    /** Begins a session of the account with this id. */
    enter,
    /** The id of the account whose session this is, or was; empty while nobody has said. */
    account,
    /** A token that was handed over belongs to this account. */
    know(account: string): void {
      local.setItem(accountKey, account)
      forgetDrafts(session, account)
    },
    /** The shell says how the user is told and led. */
    onWay: (ending: Way) => {
      way = ending
    },
    subscribe,
    onForget,
    /**
     * Signs out once the server has; rejects when it has not, and nothing is changed. What the server refuses from the
     * moment it has heard is no expiry: other calls of all tabs learn of it before the answer is here.
     */
    async signOut(request: () => Promise<unknown>): Promise<void> {
      await sessionEnding.whileSigningOut(request)
      await end('signed-out', 'here')
    },
    /**
     * A call was refused for want of a valid token. Only the token that the call was sent with is dead: an answer that
     * comes late, after a new sign-in, ends nothing.
     */
    expire: (used: string | null): Promise<void> => {
      if (leaving !== null) return leaving
      if (sessionEnding.isSigningOut()) return Promise.resolve()
      return used === token() && !over ? end('expired', 'here') : Promise.resolve()
    },
    /** Applies a change made by another tab; called for each `storage` event. */
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
    /**
     * A link may carry a token as `?bearer=`: it is stored as it is, neither its form nor its validity is looked at,
     * and taken from the address without a reload. Returns the address to show, or null when there was none.
     */
    takeOver: (address: string): string | null => {
      const handover = takeBearer(address)
      if (handover === null) return null
      enter(handover.bearer)
      session.setItem(storageKey, handover.bearer)
      // eslint-disable-next-line no-console -- the specification asks for the value on the browser's console
      console.log(handoverParameter, handover.bearer)
      return handover.href
    },
  }
}
