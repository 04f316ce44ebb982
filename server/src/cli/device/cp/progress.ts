/** In milliseconds. */
const period = 200

export type CopyProgress = ReturnType<typeof createProgress>

/** The progress of a copy in one updated line; without a terminal, only its result. */
export function createProgress(isQuiet: boolean) {
  const sum = { files: 0, bytes: 0, doneFiles: 0, doneBytes: 0, present: 0 }
  const failures: string[] = []
  const isLive = !isQuiet && process.stderr.isTTY
  let lastAt = 0

  const summary = () => `${sum.doneFiles} of ${sum.files} files, ${sizeOf(sum.doneBytes)} of ${sizeOf(sum.bytes)}`
  function show(): void {
    if (!isLive || Date.now() - lastAt < period) return
    lastAt = Date.now()
    process.stderr.write(`\r${summary()}\u001b[K`)
  }

  return {
    expect(files: number, bytes: number): void {
      sum.files += files
      sum.bytes += bytes
      show()
    },
    advance(bytes: number): void {
      sum.doneBytes += bytes
      show()
    },
    finish(files = 1): void {
      sum.doneFiles += files
      show()
    },
    skip(bytes: number): void {
      sum.doneFiles += 1
      sum.doneBytes += bytes
      sum.present += 1
    },
    fail: (path: string, reason: string) => void failures.push(`${path}: ${reason}`),
    end(): number {
      if (isLive) process.stderr.write('\r\u001b[K')
      if (!isQuiet) console.error(`${summary()}${sum.present > 0 ? `, ${sum.present} of them there already` : ''}`)
      for (const failure of failures) console.error(failure)
      return failures.length === 0 ? 0 : 1
    },
  }
}

function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let [amount, unit] = [bytes, 0]
  while (amount >= 1_000 && unit < units.length - 1) {
    amount /= 1_000
    unit += 1
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`
}
