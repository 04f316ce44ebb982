/** Milliseconds before an unreachable server is asked again: the first and the longest pause. */
const retryPause = { first: 2_000, max: 30_000 }

type After = (milliseconds: number, run: () => void) => () => void

/** Runs something once after a pause, and after pauses that double where it has to be tried again. */
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
    /** Resets the pause after a success. */
    reset: () => void (pause = retryPause.first),
    callOff: () => callOff(),
    stop(): void {
      isStopped = true
      callOff()
    },
  }
}
