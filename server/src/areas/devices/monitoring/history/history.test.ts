import type { DeviceReading } from '@vermilion/contract/devices/readings'
import { deviceEndpoints } from '@vermilion/contract/devices'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../../../testing/start-server.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { decodePoints, encodePoint, pointLength } from './point-code.ts'
import type { Summary } from './summary.ts'
import { historyTiers, planHistory, tierNames } from '#platform/readings/tiers'
import { readRows } from '../../../../testing/test-database.ts'

const hour = 3_600
const day = 24 * hour
const midnight = Date.parse('2026-03-01T00:00:00.000Z')

let now = midnight
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: clockOf(() => now) })
})
afterAll(() => server.stop())

const timeAt = (seconds: number) => new Date(midnight + seconds * 1_000).toISOString()
const reading = (seconds: number, cpu: number): DeviceReading => ({
  at: timeAt(seconds),
  cpu,
  gpu: null,
  temperature: 40 + cpu * 10,
  memoryUsed: 1_000_000_000,
  memoryTotal: 4_000_000_000,
  diskUsed: 5_000_000_000,
  diskFree: 4_000_000_000,
  load: 1.5,
  networkReceived: 1_000,
  networkSent: 0,
  uptimeSeconds: seconds,
})

async function addOffline(name: string): Promise<string> {
  const credentials = { method: 'password', password: 'any' } as const
  const body = { name, host: '127.0.0.1', port: 1, username: 'root', credentials }
  return (await server.call(deviceEndpoints.createDevice, { body })).id
}
const read = (deviceId: string, from: number, to: number, points: number) =>
  server.call(deviceEndpoints.deviceHistory, {
    params: { deviceId },
    query: { from: timeAt(from), to: timeAt(to), points },
  })

test('R2.20 history is thinned as it grows old, keeps means and peaks, has gaps, and goes with its device', async () => {
  const id = await addOffline('arm')
  const { history } = server.app.devices.monitor
  for (let seconds = 0; seconds < day; seconds += 10) {
    now = midnight + seconds * 1_000
    if (seconds < 10 * hour || seconds >= 11 * hour) history.add(id, reading(seconds, seconds % 60 === 30 ? 1 : 0.4))
    if (seconds % 600 === 0) await history.flush()
  }
  now = midnight + day * 1_000
  await history.flush()

  const lastHour = await read(id, 23 * hour, 24 * hour, 360)
  expect(lastHour).toMatchObject({ step: 10, points: { length: 360 } })
  expect(lastHour.points.every(({ readings }) => readings === 1)).toBe(true)
  expect(lastHour.points[3]?.cpu).toBeCloseTo(1, 3)

  const everyMinute = await read(id, 0, 24 * hour, 1_440)
  expect(everyMinute).toMatchObject({ step: 60, points: { length: 1_440 } })
  const away = everyMinute.points.filter(({ readings }) => readings === 0)
  expect(away.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, minute) => timeAt(10 * hour + minute * 60)))
  expect(away[0]).toMatchObject({ cpu: null, cpuHighest: null, temperature: null })
  const [point] = everyMinute.points
  expect(point).toMatchObject({ at: timeAt(0), readings: 6, gpu: null })
  expect(point?.cpu).toBeCloseTo(0.5, 3)
  expect(point?.cpuHighest).toBeCloseTo(1, 3)
  expect(point?.temperatureHighest).toBeCloseTo(50, 1)
  expect((point?.memoryUsed ?? 0) / 1e9).toBeCloseTo(1, 2)

  const month = await read(id, -29 * day, 24 * hour, 300)
  expect(month.step).toBe(10_800)
  expect(month.points.at(-1)).toMatchObject({ at: timeAt(21 * hour), readings: 1_080 })

  const countOf = async (tier: string) => {
    const where = `where tier = '${tier}' and "deviceId" = '${id}'`
    return (await readRows(server.data, `select count(*) as rows from "deviceHistory" ${where}`))[0]?.['rows']
  }
  const tiers = () => Promise.all(tierNames.map(countOf))
  now = midnight + 4 * day * 1_000
  await history.forgetOld()
  expect(await tiers()).toEqual([0, 0, 1, 1])
  now = midnight + 112 * day * 1_000
  await history.forgetOld()
  expect(await tiers()).toEqual([0, 0, 0, 0])

  now = midnight + (day + 60) * 1_000
  history.add(id, reading(day + 60, 0.1))
  await history.flush()
  expect(await tiers()).toEqual([1, 0, 0, 0])
  await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
  now += 60_000
  await history.flush()
  expect(await tiers()).toEqual([0, 0, 0, 0])
  await expect(read(id, 0, day, 100)).rejects.toMatchObject({ envelope: { code: 404_501 } })
})

test('any span comes in no more steps than are asked for, from a tier that reaches back far enough', () => {
  const span = fc.record({
    back: fc.integer({ min: 1, max: 400 * day }),
    length: fc.integer({ min: 1, max: 400 * day }),
    points: fc.integer({ min: 10, max: 2_000 }),
  })
  fc.assert(
    fc.property(span, ({ back, length, points }) => {
      const current = 2_000_000_000
      const from = current - back
      const to = Math.min(current, from + length)
      const { step, tier } = planHistory({ from, to, now: current, points })
      expect((to - from) / step).toBeLessThanOrEqual(points)
      expect(step % historyTiers[tier].step).toBe(0)
      if (back <= historyTiers.quarter.retention) expect(back).toBeLessThanOrEqual(historyTiers[tier].retention)
    }),
  )
})

test('points are read as they were written, as far as anybody can see', () => {
  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
  const size = fc.option(fc.double({ min: 0, max: 1e15, noNaN: true }))
  const celsius = fc.option(fc.double({ min: -60, max: 200, noNaN: true }))
  const point: fc.Arbitrary<Summary> = fc.record({
    at: fc.integer({ min: 0, max: 3_599 }).map((offset) => 1_800_000_000 + offset),
    readings: fc.integer({ min: 0, max: 60_000 }),
    cpu: share,
    cpuHighest: share,
    gpu: share,
    gpuHighest: share,
    temperature: celsius,
    temperatureHighest: celsius,
    memoryUsed: fc.integer({ min: 0, max: 1e15 }),
    load: fc.double({ min: 0, max: 1_000, noNaN: true }),
    diskUsed: fc.option(fc.integer({ min: 0, max: 1e15 })),
    networkReceived: size,
    networkSent: size,
  })
  const row = { start: 1_800_000_000, unit: 1 }
  fc.assert(
    fc.property(fc.array(point, { maxLength: 5 }), (points) => {
      const text = points.map((one) => encodePoint(one, row)).join('')
      expect(text).toHaveLength(points.length * pointLength)
      const decoded = decodePoints(text, row)
      for (const [index, one] of points.entries())
        for (const [field, value] of Object.entries(one)) {
          const other = decoded[index]?.[field as keyof Summary]
          if (value === null) expect(other).toBeNull()
          else expect(Math.abs((other ?? Infinity) - value)).toBeLessThanOrEqual(0.01 + Math.abs(value) * 0.0006)
        }
    }),
  )
})
