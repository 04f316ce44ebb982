const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** Kubernetes writes amounts as `500m`, `16Gi` or `1e3`. 0 where it cannot be read. */
export function readQuantity(text: string | undefined): number {
  const [, digits = '', unit = ''] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([a-zA-Z]*)$/.exec(text ?? '') ?? []
  return Number(digits) * (factors[unit] ?? 0)
}

export const cpuQuantity = (cores: number): string => `${Math.max(1, Math.round(cores * 1_000))}m`
