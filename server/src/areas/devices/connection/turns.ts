/** Lets so many pieces of work run at once. Those that somebody waits for do not wait for a turn. */
export function createTurns(most: number) {
  let running = 0
  const waiting = new Map<string, () => void>()
  const urgent = new Set<string>()

  function next(): void {
    const [first] = waiting
    if (first === undefined || running >= most) return
    waiting.delete(first[0])
    running += 1
    first[1]()
  }

  return {
    /** Answers when it is the turn of `key`, with what ends the turn. */
    async take(key: string): Promise<() => void> {
      if (running < most || urgent.has(key)) running += 1
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
    /** Lets `key`, which waits or is about to, go ahead at once, beyond the limit. */
    hurry(key: string): void {
      urgent.add(key)
      const start = waiting.get(key)
      if (start === undefined) return
      waiting.delete(key)
      running += 1
      start()
    },
  }
}
