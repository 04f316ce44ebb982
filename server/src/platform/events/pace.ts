/**
 * The first announcement goes at once, those within the interval become one at its end with the last `details`. Nothing is sent
 * after `stop`.
 */
export function createPace<Details extends readonly unknown[] = []>(
  interval: number,
  send: (about: string, ...details: Details) => void,
) {
  const resting = new Map<string, { timer: NodeJS.Timeout; next?: Details }>()

  function rest(about: string): void {
    const timer = setTimeout(() => {
      const next = resting.get(about)?.next
      resting.delete(about)
      if (next !== undefined) announce(about, ...next)
    }, interval)
    timer.unref()
    resting.set(about, { timer })
  }

  function announce(about: string, ...details: Details): void {
    const current = resting.get(about)
    if (current !== undefined) {
      current.next = details
      return
    }
    rest(about)
    send(about, ...details)
  }

  return {
    announce,
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer)
    },
  }
}
