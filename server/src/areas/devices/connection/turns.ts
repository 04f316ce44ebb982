export function createTurns(maxRunning: number) {
  let running = 0
  const waiting = new Map<string, () => void>()
  const urgent = new Set<string>()

  function next(): void {
    const [first] = waiting
    if (first === undefined || running >= maxRunning) return
    waiting.delete(first[0])
    running += 1
    first[1]()
  }

  return {
    async take(key: string): Promise<() => void> {
      if (running < maxRunning || urgent.has(key)) running += 1
      else await new Promise<void>((resolve) => waiting.set(key, resolve))
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        urgent.delete(key)
        running -= 1
        next()
      }
    },
    /** Lets `key`, waiting or not yet, run at once beyond the limit. */
    runNow(key: string): void {
      urgent.add(key)
      const start = waiting.get(key)
      if (start === undefined) return
      waiting.delete(key)
      running += 1
      start()
    },
  }
}
