export interface Scale {
  readonly low: number
  readonly high: number
  /** Round numbers in ascending order. */
  readonly ticks: readonly number[]
}

/** An axis with round steps of 1, 2 or 5 times a power of ten, and about the given number of ticks. */
export function scaleOf(low: number, high: number, tickCount: number, { least = 0, exact = false } = {}): Scale {
  if (!(high > low)) return scaleOf(low - spread(low), low + spread(low), tickCount, { least, exact })
  const step = Math.max(least, roundStep((high - low) / Math.max(1, tickCount)))
  const first = exact ? Math.ceil(cleaned(low / step)) : Math.floor(cleaned(low / step))
  const last = exact ? Math.floor(cleaned(high / step)) : Math.ceil(cleaned(high / step))
  const ticks = Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => cleaned((first + index) * step))
  return exact ? { low, high, ticks } : { low: ticks[0] ?? low, high: ticks.at(-1) ?? high, ticks }
}

const spread = (value: number) => Math.max(Math.abs(value) / 2, 0.5)

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = rough / power
  return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power
}

/** Removes rounding errors such as 0.30000000000000004. */
const cleaned = (value: number) => Number(value.toPrecision(12))
