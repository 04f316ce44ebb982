/** Milliseconds between a message about the end of a session and the way to the sign-in page. */
export const redirectDelay = 500
/** Before the keys under which a tab keeps what was typed and not sent: `draft:<account>:…`. */
export const draftPrefix = 'draft:'
const storageKey = 'token'
const accountKey = 'account'
const endingKey = 'session-ended'
/** Milliseconds that a sign-out may be under way. */
const longestSignOut = 35_000
const signingOut = 'signing-out '
const handoverParameter = 'bearer'

/** `expired`: the server no longer knows the token. `signed-out`: the user wished it, in this tab or in another. */
export type Ending = 'expired' | 'signed-out'

export interface SessionNeeds {
  local: Storage
  session: Storage
  wait: (milliseconds: number) => Promise<void>
}

/** How the shell of the console follows the session. */
interface Way {
  /** Tells the user, once, that the session has ended here or in another tab. */
  announce: (how: Ending, where: 'here' | 'elsewhere') => void
  /** Goes to the sign-in page, which leads back here afterwards unless the user wished to leave. */
  leave: (how: Ending, where: 'here' | 'elsewhere') => void
  /** Another tab has signed in: whoever stands before the sign-in page may go on. */
  proceed: () => void
}

export type SessionChange = 'entered' | Ending
export type Session = ReturnType<typeof createSession>

/** The sign-in of this browser, the same in all of its tabs: a token that is there or not. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSession({ local, session, wait }: SessionNeeds) {
  const listeners = new Set<(change: SessionChange) => void>()
  let way: Way | null = null
  let leaving: Promise<void> | null = null
  let over = false

  const token = () => local.getItem(storageKey)
  const account = () => local.getItem(accountKey) ?? ''
  const tell = (change: SessionChange) => listeners.forEach((listener) => listener(change))

  function subscribe(listener: (change: SessionChange) => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function isSigningOut(): boolean {
    const ending = local.getItem(endingKey)
    return (
      ending?.startsWith(signingOut) === true && Date.now() - Number(ending.slice(signingOut.length)) < longestSignOut
    )
  }

  /** Forgets what was typed in this tab: all of it, or what another account has left. */
  function forgetDrafts(except?: string): void {
    const retainedPrefix = except === undefined ? null : `${draftPrefix}${except}:`
    for (const key of Array.from({ length: session.length }, (_, index) => session.key(index))) {
      if (key?.startsWith(draftPrefix) === true && (retainedPrefix === null || !key.startsWith(retainedPrefix)))
        session.removeItem(key)
    }
  }

  function enter(entered: string, account = ''): void {
    over = false
    if (account !== '') forgetDrafts(account)
    local.removeItem(endingKey)
    local.setItem(accountKey, account)
    local.setItem(storageKey, entered)
    tell('entered')
  }

  /** However often it is called at once, the user is told and led away once. */
  function end(how: Ending, where: 'here' | 'elsewhere'): Promise<void> {
    leaving ??= (async () => {
      over = true
      // Before the token goes: other tabs hear of its removal and look here for what it means.
      if (where === 'here') local.setItem(endingKey, how)
      local.removeItem(storageKey)
      session.removeItem(storageKey)
      if (how === 'signed-out') forgetDrafts()
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
      forgetDrafts(account)
    },
    /** The shell says how the user is told and led. */
    onWay: (ending: Way) => {
      way = ending
    },
    /** Hears of each beginning and end, in whichever tab it came about; returns how to stop. */
    subscribe,
    /** Hears when what a page remembers is nobody's any more: at a sign-out, and when another account comes in. */
    onForget(forget: () => void): () => void {
      let owner = account()
      return subscribe((change) => {
        const previousOwner = owner
        owner = account()
        // Whose a token is that was handed over, nobody knows yet.
        const isAnother = owner === '' || owner !== previousOwner
        if (change === 'signed-out' || (change === 'entered' && isAnother)) forget()
      })
    },
    /**
     * Signs out once the server has; rejects when it has not, and nothing is changed. What the server refuses from the
     * moment it has heard is no expiry: other calls of all tabs learn of it before the answer is here.
     */
    async signOut(request: () => Promise<unknown>): Promise<void> {
      local.setItem(endingKey, `${signingOut}${Date.now()}`)
      try {
        await request()
      } catch (problem) {
        local.removeItem(endingKey)
        throw problem
      }
      await end('signed-out', 'here')
    },
    /**
     * A call was refused for want of a valid token. Only the token that the call was sent with is dead: an answer that
     * comes late, after a new sign-in, ends nothing.
     */
    expire: (used: string | null): Promise<void> => {
      if (leaving !== null) return leaving
      if (isSigningOut()) return Promise.resolve()
      return used === token() && !over ? end('expired', 'here') : Promise.resolve()
    },
    /** Takes over what another tab of this browser did; called with each `storage` event. */
    follow({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
      if (key !== storageKey && key !== null) return
      if (token() === null) {
        if (!over) void end(local.getItem(endingKey) === 'signed-out' ? 'signed-out' : 'expired', 'elsewhere')
        return
      }
      if (key === null || newValue === null) return
      over = false
      if (local.getItem(accountKey) !== '') forgetDrafts(account())
      tell('entered')
      way?.proceed()
    },
    /**
     * A link may carry a token as `?bearer=`: it is stored as it is, neither its form nor its validity is looked at,
     * and taken from the address without a reload. Returns the address to show, or null when there was none.
     */
    takeOver: (address: string): string | null => {
      const url = new URL(address)
      const bearer = url.searchParams.get(handoverParameter)
      if (bearer === null) return null
      enter(bearer)
      session.setItem(storageKey, bearer)
      // eslint-disable-next-line no-console -- the specification asks for the value on the browser's console
      console.log(handoverParameter, bearer)
      url.searchParams.delete(handoverParameter)
      return url.href
    },
  }
}
