export type WakeSignal = ReturnType<typeof createWakeSignal>

/** Wakes one waiter on a signal or after a timeout. A signal without a waiter is remembered. */
export function createWakeSignal() {
  let rung = Promise.withResolvers<void>()
  return {
    ring: () => rung.resolve(),
    async wait(milliseconds: number): Promise<void> {
      const timer = setTimeout(rung.resolve, milliseconds)
      await rung.promise
      clearTimeout(timer)
      rung = Promise.withResolvers<void>()
    },
  }
}
