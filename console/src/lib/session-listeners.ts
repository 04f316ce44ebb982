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
  }
}
