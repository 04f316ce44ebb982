const figure = /^(-?\d+)(?:\.(\d+))?(\D*)$/

/** Figures of one column with as many decimals as the most that another in the same unit has, so that points stand below each other. */
export function alignDecimals(figures: readonly string[]): string[] {
  const parsed = figures.map((text) => figure.exec(text))
  const most = new Map<string, number>()
  for (const parts of parsed) {
    const unit = parts?.[3] ?? ''
    most.set(unit, Math.max(most.get(unit) ?? 0, parts?.[2]?.length ?? 0))
  }
  return figures.map((text, index) => {
    const parts = parsed[index]
    if (parts === null || parts === undefined) return text
    const [, integer = '', decimals = '', unit = ''] = parts
    const count = most.get(unit) ?? 0
    return count === 0 ? text : `${integer}.${decimals.padEnd(count, '0')}${unit}`
  })
}
