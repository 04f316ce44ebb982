/** Wakes one waiter, early when somebody rings and in any case after a while. A ring while nobody waits is kept. */
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
