import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyTiers, tierNames } from '#platform/readings/tiers'
import { createPointCollector } from '#platform/readings/collector'
import type { PointRow } from '#platform/readings/collector'
import { decodePoints, encodePoint, pointLength, pointOf, seriesPoints } from './point-code.ts'
import type { Point } from './point-code.ts'

const row = { start: 1_700_000_000, unit: 60 }

test('a point is read as it was written', () => {
  const value = fc.double({ min: 0, max: 1e14, noNaN: true })
  const point = fc.record({
    place: fc.nat(1_440),
    mean: value,
    highest: value,
    readings: fc.integer({ min: 1, max: 90 }),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 20 }), (written) => {
      const points = written.map(({ place, ...values }) => ({ at: row.start + place * row.unit, ...values }))
      const text = points.map((one) => encodePoint(one, row)).join('')
      expect(text).toHaveLength(points.length * pointLength)
      const expected = points.map((one) => ({ ...one, mean: Math.fround(one.mean), highest: Math.fround(one.highest) }))
      expect(decodePoints(text, row)).toEqual(expected)
    }),
  )
})

test('R1.08 readings are thinned to means and highest values, whatever the clock does', () => {
  const step = fc.oneof(fc.constant(10), fc.integer({ min: -7_200, max: 100_000 }))
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
      const collector = createPointCollector<number, Point>(seriesPoints)
      let at = 1_800_000_000
      const added: { at: number; value: number }[] = []
      for (const [index, by] of steps.entries()) {
        at += by
        added.push({ at, value: index })
        collector.add(1, pointOf(at, index))
      }
      const rows = collector.take(at, true)
      expect(collector.isEmpty()).toBe(true)
      for (const tier of tierNames) {
        const { unit } = historyTiers[tier]
        const points = rows
          .filter((one) => one.tier === tier)
          .flatMap(({ start, points: text }) => decodePoints(text, { start, unit }))
        const count = points.reduce((sum, one) => sum + one.readings, 0)
        expect(count).toBe(added.length)
        const sum = points.reduce((total, one) => total + one.mean * one.readings, 0)
        expect(sum).toBeCloseTo(
          added.reduce((total, one) => total + one.value, 0),
          0,
        )
        expect(Math.max(...points.map((one) => one.highest))).toBe(added.length - 1)
        const starts = new Set(added.map((one) => Math.floor(one.at / unit) * unit))
        for (const point of points) expect(starts.has(Math.floor(point.at / unit) * unit)).toBe(true)
      }
    }),
  )
})

test('a process that is killed, however often, leaves no eighth of a day behind its quarters of hours', () => {
  const end = fc.constantFrom('none', 'none', 'none', 'stop', 'kill')
  const step = fc.record({ by: fc.integer({ min: 10, max: 2_400 }), end })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
      const written = new Map<string, PointRow<number>>()
      const lastOf = (tier: string) => [...written.values()].filter((one) => one.tier === tier).slice(-1)
      const write = (rows: readonly PointRow<number>[]) => {
        for (const one of rows) {
          const location = `${one.tier} ${one.start}`
          written.set(location, { ...one, points: (written.get(location)?.points ?? '') + one.points })
        }
      }
      const start = () => {
        const started = createPointCollector<number, Point>(seriesPoints)
        started.resume(lastOf('quarter'), lastOf('eighth'))
        return started
      }
      let collector = start()
      let at = 1_800_000_000
      for (const [index, { by, end: ending }] of steps.entries()) {
        at += by
        collector.add(1, pointOf(at, index))
        write(collector.take(at, ending === 'stop'))
        if (ending !== 'none') collector = start()
      }
      write(collector.take(at, true))
      const readingsOf = (tier: 'quarter' | 'eighth') => {
        const rows = [...written.values()].filter((one) => one.tier === tier)
        const points = rows.flatMap(({ start: from, points: text }) =>
          decodePoints(text, { start: from, unit: historyTiers[tier].unit }),
        )
        const counts: Record<number, number> = {}
        for (const point of points) {
          const span = Math.floor(point.at / historyTiers.eighth.step)
          counts[span] = (counts[span] ?? 0) + point.readings
        }
        return counts
      }
      expect(readingsOf('eighth')).toEqual(readingsOf('quarter'))
    }),
  )
})
