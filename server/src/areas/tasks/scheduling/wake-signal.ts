export type WakeSignal = ReturnType<typeof createWakeSignal>

/** Wakes one waiter on a signal or after a timeout. A signal without a waiter is remembered. */
export function createWakeSignal() {
  let rung = Promise.withResolvers<boolean>()
  return {
    ring: () => rung.resolve(true),
    /** True when it was rung, false when the time is over. */
    async wait(milliseconds: number): Promise<boolean> {
      const timer = setTimeout(rung.resolve, milliseconds, false)
      const isRung = await rung.promise
      clearTimeout(timer)
      rung = Promise.withResolvers<boolean>()
      return isRung
    },
  }
}
