/** Rounds to a hundredth of a pixel: finer than any pointer, and short in files. */
export function tidy(value: number): number {
  return Math.round(value * 100) / 100
}

export function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(0, value))
}
