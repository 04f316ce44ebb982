const decimalUnits = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const binaryUnits = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const factors = new Map([
  ...decimalUnits.map((unit, position) => [unit, 1_000 ** (position - 3)] as const),
  ...binaryUnits.map((unit, position) => [unit, 1_024 ** (position + 1)] as const),
])

/** Kubernetes writes amounts as `500m`, `16Gi` or `1e3`. 0 where it cannot be read. */
export function readQuantity(text: string | undefined): number {
  const [, digits = '', unit = ''] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([a-zA-Z]*)$/.exec(text ?? '') ?? []
  return Number(digits) * (factors.get(unit) ?? 0)
}

export const cpuQuantity = (cores: number): string => `${Math.max(1, Math.round(cores * 1_000))}m`
