/** Wakes one waiter on a signal or after a timeout. A signal without a waiter is remembered. */
export interface WakeSignal {
  ring(): void
  wait(milliseconds: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let rung = Promise.withResolvers<void>()
  return {
    ring: () => rung.resolve(),
    async wait(milliseconds) {
      const timer = setTimeout(rung.resolve, milliseconds)
      await rung.promise
      clearTimeout(timer)
      rung = Promise.withResolvers<void>()
    },
  }
}
