import type { Ending } from './session-storage.ts'

type SessionChange = 'entered' | Ending

export function createSessionListeners(account: () => string) {
  const listeners = new Set<(change: SessionChange) => void>()

  function subscribe(listener: (change: SessionChange) => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    tell: (change: SessionChange) => listeners.forEach((listener) => listener(change)),
    subscribe,
    /** Subscribes to the moment when a page's data loses its owner: a sign-out, or a sign-in of another account. */
    onForget(forget: () => void): () => void {
      let owner = account()
      return subscribe((change) => {
        const previousOwner = owner
        owner = account()
        // The owner of a handed-over token is not known yet.
        const isAnother = owner === '' || owner !== previousOwner
        if (change === 'signed-out' || (change === 'entered' && isAnother)) forget()
      })
    },
  }
}
