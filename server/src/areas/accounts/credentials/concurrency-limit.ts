export interface Turns {
  /** `preferred` work has its own queue, which goes first. Throws the error of `refuse` when the queue is full. */
  run<Result>(work: () => Promise<Result>, preferred: boolean): Promise<Result>
}

interface TurnsNeeds {
  readonly atOnce: number
  readonly waiting: number
  readonly refuse: () => Error
}

export function createTurns({ atOnce, waiting, refuse }: TurnsNeeds): Turns {
  const lines = { preferred: [] as (() => void)[], other: [] as (() => void)[] }
  let running = 0

  function next(): void {
    const begin = lines.preferred.shift() ?? lines.other.shift()
    if (begin === undefined) running -= 1
    else begin()
  }

  async function turn(line: (() => void)[]): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= waiting) throw refuse()
    await new Promise<void>((begin) => line.push(begin))
  }

  return {
    async run(work, preferred) {
      await turn(preferred ? lines.preferred : lines.other)
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
