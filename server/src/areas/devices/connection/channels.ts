/** Maximum milliseconds to wait for a channel: a device may never close one. */
const maxWaitMs = 120_000

export type Channels = ReturnType<typeof createChannels>

export function createChannels(maxChannels: number) {
  let inUse = 0
  let isClosed = false
  const waiting: PromiseWithResolvers<void>[] = []
  const closedError = () => new Error('the connection was lost')

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) inUse -= 1
    else next.resolve()
  }

  function waitForTurn(): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1)
      turn.reject(new Error('all channels of the device are in use'))
    }, maxWaitMs)
    waiting.push(turn)
    return turn.promise.finally(() => clearTimeout(timer))
  }

  return {
    /** The result releases the slot, once. */
    async take(): Promise<() => void> {
      if (isClosed) throw closedError()
      if (inUse >= maxChannels) await waitForTurn()
      else inUse += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        release()
      }
    },
    close(): void {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(closedError())
    },
  }
}
