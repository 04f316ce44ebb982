import type { DeviceReading, HistoryPoint } from '@vermilion/contract/devices/readings'

/** `at` is in seconds since 1970. */
export type Summary = { readonly at: number } & {
  readonly [Field in Exclude<keyof HistoryPoint, 'at' | 'memoryUsed' | 'load' | 'readings'>]: number | null
} & Pick<HistoryPoint, 'memoryUsed' | 'load' | 'readings'>

export function summaryOf(reading: DeviceReading): Summary {
  const { cpu, gpu, temperature, memoryUsed, load, diskUsed, networkReceived, networkSent } = reading
  const highest = { cpuHighest: cpu, gpuHighest: gpu, temperatureHighest: temperature }
  const at = Math.floor(Date.parse(reading.at) / 1_000)
  const measured = { cpu, gpu, temperature, memoryUsed, load, diskUsed, networkReceived, networkSent }
  return { at, ...measured, ...highest, readings: 1 }
}

export function mergeSummaries(at: number, parts: readonly Summary[]): Summary {
  type Field = Exclude<keyof Summary, 'at' | 'readings'>
  const mean = (field: Field) => {
    let [sum, weight] = [0, 0]
    for (const part of parts) {
      const value = part[field]
      if (value === null) continue
      sum += value * part.readings
      weight += part.readings
    }
    return weight === 0 ? null : sum / weight
  }
  const rounded = (field: Field) => {
    const value = mean(field)
    return value === null ? null : Math.round(value)
  }
  const highest = (field: Field) =>
    parts.reduce<number | null>(
      (most, { [field]: value }) => (value === null || (most ?? -Infinity) >= value ? most : value),
      null,
    )
  return {
    at,
    cpu: mean('cpu'),
    gpu: mean('gpu'),
    temperature: mean('temperature'),
    memoryUsed: rounded('memoryUsed') ?? 0,
    load: mean('load') ?? 0,
    diskUsed: rounded('diskUsed'),
    networkReceived: mean('networkReceived'),
    networkSent: mean('networkSent'),
    cpuHighest: highest('cpuHighest'),
    gpuHighest: highest('gpuHighest'),
    temperatureHighest: highest('temperatureHighest'),
    readings: parts.reduce((sum, { readings }) => sum + readings, 0),
  }
}
