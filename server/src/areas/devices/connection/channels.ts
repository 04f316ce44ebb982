/** sshd's `MaxSessions` is 10 unless set up otherwise; two are left for who signs in beside this server's commands. */
const mostChannels = 8

export type Channels = ReturnType<typeof createChannels>

/** Turns of the channels of one connection. */
export function createChannels(most = mostChannels) {
  let inUse = 0
  let isClosed = false
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const closedError = () => new Error('the connection was lost')

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) inUse -= 1
    else next.resolve()
  }

  return {
    /** Waits for a turn and answers what gives it back; giving it back twice does nothing. */
    async take(): Promise<() => void> {
      if (isClosed) throw closedError()
      if (inUse >= most) await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
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
