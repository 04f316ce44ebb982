import { expect, test } from 'vitest'
import { inReadableUnit } from './readable-unit.ts'

const curve = (...y: number[]) => ({ key: '', name: '', x: y.map((_, at) => at), y, colour: 'red' })

test('R2.22 little traffic is told in a unit in which it can be read', () => {
  const little = inReadableUnit([curve(0, 0.0003), curve(0.0001)], 'MiB/s')
  expect(little.unit).toBe('B/s')
  expect(little.curves[0]?.y[1]).toBeCloseTo(314.57, 1)
  expect(inReadableUnit([curve(0.5)], 'MiB/s')).toMatchObject({ unit: 'KiB/s', curves: [{ y: [512] }] })
  expect(inReadableUnit([curve(3)], 'MiB/s')).toMatchObject({ unit: 'MiB/s', curves: [{ y: [3] }] })
  expect(inReadableUnit([curve(0.5)], 'MiB')).toMatchObject({ unit: 'MiB', curves: [{ y: [0.5] }] })
})
