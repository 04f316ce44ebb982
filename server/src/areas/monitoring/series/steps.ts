import { floorTo } from '#platform/readings/tiers'

const digits = 5

export function createSteps({ from, to, step }: { from: number; to: number; step: number }) {
  const first = floorTo(from, step)
  const count = Math.max(0, Math.ceil((to - first) / step))
  const sums = new Float64Array(count)
  const weights = new Float64Array(count)
  const most = new Float64Array(count).fill(-Infinity)
  let isEmpty = true

  const rounded = (value: number) => Number(value.toPrecision(digits))
  const valuesOf = (value: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => (weights[index] === 0 ? null : rounded(value(index))))

  return {
    add(at: number, mean: number, highest: number, readings: number): void {
      const index = Math.floor((at - first) / step)
      if (index < 0 || index >= count) return
      isEmpty = false
      sums[index] = (sums[index] ?? 0) + mean * readings
      weights[index] = (weights[index] ?? 0) + readings
      most[index] = Math.max(most[index] ?? -Infinity, highest)
    },
    isEmpty: () => isEmpty,
    values: () => ({
      means: valuesOf((index) => (sums[index] ?? 0) / (weights[index] ?? 1)),
      highest: valuesOf((index) => most[index] ?? 0),
    }),
  }
}
