import type { SeriesInfo } from '@vermilion/contract/tasks/metrics'
import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'
import { smooth } from '#ui/chart/lines/drawing.ts'
import { heightOf } from '#ui/chart/lines/frame-extent.ts'
import { extentOf, moved, nearestTo, rangeIn, zoomed } from '#ui/chart/lines/span.ts'
import { powerTicks, ticksAcross } from '#ui/chart/lines/ticks.ts'

const extent = { from: 0, to: 100 }
const across = (axis: 'step' | 'time' | 'relative') => ({ axis, language: 'en-US', zone: 'utc' }) as const

test('R2.22 a zoom keeps the place under the pointer, stays within the whole, and ends at what numbers can tell', () => {
  expect(zoomed(extent, extent, 25, 0.5)).toEqual({ from: 12.5, to: 62.5 })
  expect(zoomed({ from: 10, to: 20 }, extent, 15, 100)).toBe(extent)
  expect(zoomed({ from: 0, to: 10 }, extent, 10, 2)).toEqual({ from: 0, to: 20 })
  let view = extent
  for (let round = 0; round < 500; round += 1) view = zoomed(view, extent, 70, 0.5)
  expect(view.to).toBeGreaterThan(view.from)
  expect(moved({ from: 80, to: 90 }, extent, 30)).toEqual({ from: 90, to: 100 })
})

test('R2.22 the height fits what is seen, with what leads out of it; below zero nothing is logarithmic', () => {
  const curve = { x: [0, 1, 2, 3, 4], y: [9, -1, 2, 3, 50] }
  expect(rangeIn([curve], { from: 1.5, to: 2.5 }, false)).toEqual([-1, 3])
  expect(rangeIn([curve], { from: 1.5, to: 2.5 }, true)).toEqual([2, 3])
  expect(rangeIn([], extent, false)).toBeNull()
  expect(extentOf([curve, { x: [], y: [] }])).toEqual({ from: 0, to: 4 })
  expect(extentOf([{ x: [5], y: [1] }])).toEqual({ from: 4.5, to: 5.5 })
  const far = extentOf([{ x: [2 ** 60], y: [1] }]) ?? { from: 0, to: 0 }
  expect(far.from).toBeLessThan(2 ** 60)
  expect(far.to).toBeGreaterThan(2 ** 60)
  expect([-3, 1.4, 1.6, 9].map((at) => nearestTo(curve.x, at))).toEqual([0, 1, 2, 4])
  expect(nearestTo([], 1)).toBe(-1)
})

test('R2.22 smoothed values begin where the curve does and follow it', () => {
  expect([...smooth([4, 4, 4], 0.9)].map((value) => value.toFixed(6))).toEqual(['4.000000', '4.000000', '4.000000'])
  expect([...smooth([1, 3], 0.5)]).toEqual([1, (0.5 * 0.5 * 1 + 0.5 * 3) / 0.75])
  expect([...smooth([1, 3], 0)]).toEqual([1, 3])
})

test('R2.22 marks are round: numbers, durations, clocks and powers', () => {
  expect(ticksAcross({ from: 0, to: 100_000 }, 5, across('step')).map(({ text }) => text)).toEqual([
    '0',
    '20K',
    '40K',
    '60K',
    '80K',
    '100K',
  ])
  expect(ticksAcross({ from: 0, to: 7_200 }, 4, across('relative')).map(({ text }) => text)).toEqual([
    '0s',
    '30m',
    '1h',
    '1h30m',
    '2h',
  ])
  const clock = ticksAcross(
    { from: Date.parse('2026-01-01T10:00:30Z'), to: Date.parse('2026-01-01T10:04:30Z') },
    4,
    across('time'),
  )
  expect(clock.map(({ at }) => new Date(at).toISOString().slice(14, 19))).toEqual(['01:00', '02:00', '03:00', '04:00'])
  // Beyond the range of dates.
  expect(ticksAcross({ from: 9e15, to: 9.1e15 }, 2, across('time')).map(({ text }) => text)).toContain(
    '9,000,000,000,000,000',
  )
  expect(powerTicks(-3, 3)).toEqual([-3, -1, 1, 3])
})

test('R2.22 quality leads, then losses, then rates; what a machine measures stands last, what has one unit in one chart', () => {
  const point = { step: 0, time: 0, value: 1 }
  const names = ['system/disk/written', 'lr/pg0', 'train/loss', 'val/loss', 'metrics/mAP50(B)', 'train/accuracy']
  const series = [...names, 'system/disk/read', 'system/memory', 'system/cpu'].map((name) => ({
    name,
    source: name.startsWith('system/') ? ('system' as const) : ('csv' as const),
    points: 2,
    notFinite: 0,
    first: point,
    last: point,
    minimum: 1,
    maximum: 1,
  }))
  const groups = groupsOf([{ id: 'a', name: 'a', series, epochs: null }], { find: '', apart: false })
  expect(groups.map(({ title, system, curves }) => [title, system, curves.map(({ text }) => text)])).toEqual([
    ['metrics', false, ['mAP50(B)']],
    ['train', false, ['accuracy']],
    ['val', false, ['loss']],
    ['train', false, ['loss']],
    ['lr', false, ['pg0']],
    ['system/cpu', true, ['system/cpu']],
    ['system/memory', true, ['system/memory']],
    ['system/disk', true, ['read', 'written']],
  ])
})

test('R2.22 curves are over epochs where a table has a row each epoch, and over steps where more is written than that', () => {
  const point = (step: number) => ({ step, time: 0, value: 1 })
  const seriesOf = (name: string, source: SeriesInfo['source'], steps: number): SeriesInfo => ({
    name,
    source,
    points: steps,
    notFinite: 0,
    first: point(1),
    last: point(steps),
    minimum: 1,
    maximum: 1,
  })
  const series = [
    seriesOf('train/loss', 'csv', 30),
    seriesOf('batches/loss', 'csv', 3_000),
    seriesOf('logged/loss', 'tensorboard', 30),
    seriesOf('system/cpu', 'system', 30),
  ]
  const overEpochs = (epochs: number | null) =>
    groupsOf([{ id: 'a', name: 'a', series, epochs }], { find: '', apart: false })
      .filter(({ isByEpoch }) => isByEpoch)
      .map(({ title }) => title)
  expect(overEpochs(30)).toEqual(['train'])
  expect(overEpochs(null)).toEqual([])
})

test('R2.22 an axis ends at marks', () => {
  expect(heightOf([0.2, 0.89], false, true)).toEqual({ low: 0, high: 1 })
  expect(heightOf([3, 1_201], false, true)).toEqual({ low: 0, high: 1_500 })
  expect(heightOf([0.23, 1.76], false)).toEqual({ low: 0, high: 2 })
  expect(heightOf([-0.31, 0.31], false)).toEqual({ low: -0.4, high: 0.4 })
})
