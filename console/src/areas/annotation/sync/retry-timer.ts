/** The first and the maximum pause before an unreachable server is retried, in milliseconds. */
const retryPause = { first: 2_000, max: 30_000 }

type After = (milliseconds: number, run: () => void) => () => void

export function createRetryTimer(after: After, run: () => void) {
  let pause = retryPause.first
  let isStopped = false
  let callOff = (): void => undefined

  function schedule(milliseconds: number): void {
    callOff()
    if (!isStopped) callOff = after(milliseconds, run)
  }

  return {
    schedule,
    retry(): void {
      schedule(pause)
      pause = Math.min(retryPause.max, pause * 2)
    },
    reset: () => void (pause = retryPause.first),
    callOff: () => callOff(),
    stop(): void {
      isStopped = true
      callOff()
    },
  }
}
