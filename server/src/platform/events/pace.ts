/**
 * Lets an announcement about one thing through at most once per interval, and never loses the last: the first goes at
 * once, those that follow within the interval become one at its end. Nothing is sent after `stop`.
 */
export function createPace(interval: number, announce: (about: string) => void) {
  const resting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>()

  function rest(about: string): void {
    const timer = setTimeout(() => {
      const again = resting.get(about)?.again === true
      resting.delete(about)
      if (again) tell(about)
    }, interval)
    timer.unref()
    resting.set(about, { timer, again: false })
  }

  function tell(about: string): void {
    const current = resting.get(about)
    if (current !== undefined) {
      current.again = true
      return
    }
    rest(about)
    announce(about)
  }

  return {
    tell,
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer)
    },
  }
}
