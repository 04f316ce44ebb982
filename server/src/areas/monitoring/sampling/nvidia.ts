import { csvCells } from '@vermilion/contract/formats/csv/records'
import type { HeldAccelerator } from '@vermilion/contract/monitoring/accelerators'
import { runProgram } from '#platform/processes/start-program'

/** Null values are unknown to the driver. */
export type AcceleratorReading = Pick<
  HeldAccelerator,
  'index' | 'vendor' | 'name' | 'utilization' | 'memoryUsed' | 'memoryTotal' | 'temperature' | 'power' | 'powerLimit'
>

const driverTimeout = 10_000
const mebibyte = 1024 * 1024
const fields = [
  'index',
  'name',
  'utilization.gpu',
  'memory.used',
  'memory.total',
  'temperature.gpu',
  'power.draw',
  'power.limit',
]

/** Null without nvidia-smi or its driver. */
export async function readNvidia(): Promise<AcceleratorReading[] | null> {
  const query = [`--query-gpu=${fields.join(',')}`, '--format=csv,noheader,nounits']
  const reported = await runProgram('nvidia-smi', query, { timeout: driverTimeout }).catch(() => null)
  return reported === null ? null : nvidiaReadings(reported.stdout)
}

/**
 * Lines such as `0, NVIDIA H100 80GB HBM3, 87, 40536, 81559, 61, 412.37, 700.00`. Unknown values are `[N/A]`, before version 440
 * `[Not Supported]`, and for a failing card `[Unknown Error]` or `ERR!`.
 */
export function nvidiaReadings(lines: string): AcceleratorReading[] {
  return lines.split('\n').flatMap((line): AcceleratorReading[] => {
    const cells = csvCells(line)
    const index = Number(cells[0] || Number.NaN)
    const [utilization = null, used = null, total = null, temperature = null, power = null, limit = null] = cells
      .slice(-6)
      .map(numberOf)
    if (cells.length < fields.length || !Number.isInteger(index)) return []
    return [
      {
        index,
        vendor: 'nvidia',
        name: cells.slice(1, -6).join(', '),
        utilization: utilization === null ? null : Math.min(1, utilization / 100),
        memoryUsed: used === null ? null : Math.round(used * mebibyte),
        // Shared memory has no size of its own.
        memoryTotal: total === null || total === 0 ? null : Math.round(total * mebibyte),
        temperature,
        power,
        powerLimit: limit,
      },
    ]
  })
}

function numberOf(cell: string): number | null {
  const value = /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN
  return Number.isFinite(value) ? value : null
}
