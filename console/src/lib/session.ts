/** Milliseconds between a message about the end of a session and the way to the sign-in page. */
export const redirectDelay = 500
const storageKey = 'token'
const handoverParameter = 'bearer'

export interface SessionNeeds {
  local: Storage
  session: Storage
  wait: (milliseconds: number) => Promise<void>
}

interface Way {
  /** Tells the user once that the session has expired. */
  announce: () => void
  /** Goes to the sign-in page, which leads back here afterwards. */
  leave: () => void
}

export type Session = ReturnType<typeof createSession>

/** The sign-in of this browser: a token that is there or not. */
export function createSession({ local, session, wait }: SessionNeeds) {
  let way: Way | null = null
  let leaving: Promise<void> | null = null

  function remove(): void {
    local.removeItem(storageKey)
    session.removeItem(storageKey)
  }

  return {
    token: () => local.getItem(storageKey),
    enter: (token: string) => local.setItem(storageKey, token),
    remove,
    /** The shell says how the user is told and led away. */
    onExpired: (found: Way) => {
      way = found
    },
    /** A call was refused for want of a valid token. However many are at once, the user is told and led away once. */
    expire: (): Promise<void> => {
      leaving ??= (async () => {
        remove()
        way?.announce()
        await wait(redirectDelay)
        way?.leave()
        leaving = null
      })()
      return leaving
    },
    /**
     * A link may carry a token as `?bearer=`: it is stored as it is, neither its form nor its validity is looked at,
     * and taken from the address without a reload. Returns the address to show, or null when there was none.
     */
    takeOver: (address: string): string | null => {
      const url = new URL(address)
      const bearer = url.searchParams.get(handoverParameter)
      if (bearer === null) return null
      local.setItem(storageKey, bearer)
      session.setItem(storageKey, bearer)
      // eslint-disable-next-line no-console -- the specification asks for the value on the browser's console
      console.log(handoverParameter, bearer)
      url.searchParams.delete(handoverParameter)
      return url.href
    },
  }
}
