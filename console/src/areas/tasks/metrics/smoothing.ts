/** An exponential moving average, corrected for its bias towards zero at the beginning. */
export function smooth(values: ArrayLike<number>, weight: number): Float64Array {
  const smoothed = new Float64Array(values.length)
  let [sum, weights] = [0, 0]
  for (let at = 0; at < values.length; at += 1) {
    sum = sum * weight + (values[at] ?? 0) * (1 - weight)
    weights = weights * weight + (1 - weight)
    smoothed[at] = weights === 0 ? (values[at] ?? 0) : sum / weights
  }
  return smoothed
}
