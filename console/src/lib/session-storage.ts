/** The prefix of a tab's stored drafts: `draft:<account>:…`. */
export const draftPrefix = 'draft:'
const endingKey = 'session-ended'
/** The maximum duration of a sign-out, in milliseconds. */
const maxSignOutTime = 35_000
const signingOut = 'signing-out '
export const handoverParameter = 'bearer'

/** `expired`: the server no longer knows the token. `signed-out`: the user signed out, in this tab or another. */
export type Ending = 'expired' | 'signed-out'

export function forgetDrafts(tab: Storage, except?: string): void {
  const retainedPrefix = except === undefined ? null : `${draftPrefix}${except}:`
  for (const key of Array.from({ length: tab.length }, (_, index) => tab.key(index))) {
    if (key?.startsWith(draftPrefix) === true && (retainedPrefix === null || !key.startsWith(retainedPrefix)))
      tab.removeItem(key)
  }
}

/** The cause of the session's end, or a sign-out under way; read by all tabs of this browser. */
export function createSessionEnding(local: Storage) {
  return {
    set: (ending: Ending) => local.setItem(endingKey, ending),
    clear: () => local.removeItem(endingKey),
    get: (): Ending => (local.getItem(endingKey) === 'signed-out' ? 'signed-out' : 'expired'),
    /** A failed request leaves the session as it was. */
    async whileSigningOut(request: () => Promise<unknown>): Promise<void> {
      local.setItem(endingKey, `${signingOut}${Date.now()}`)
      try {
        await request()
      } catch (problem) {
        local.removeItem(endingKey)
        throw problem
      }
    },
    isSigningOut(): boolean {
      const ending = local.getItem(endingKey)
      return (
        ending?.startsWith(signingOut) === true && Date.now() - Number(ending.slice(signingOut.length)) < maxSignOutTime
      )
    },
  }
}

/** The token that a link carries as `?bearer=`, and the address without it; null without a token. */
export function extractBearer(address: string): { bearer: string; href: string } | null {
  const url = new URL(address)
  const bearer = url.searchParams.get(handoverParameter)
  if (bearer === null) return null
  url.searchParams.delete(handoverParameter)
  return { bearer, href: url.href }
}
