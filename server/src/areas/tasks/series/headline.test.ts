import { trainingReport } from '@vermilion/contract/tasks/training-report'
import { expect, test } from 'vitest'
import { withReportedValue } from './headline.ts'

const point = (step: number, value: number) => ({ step, time: 0, value })
const headline = {
  metric: 'metrics/mAP50(B)',
  lowerIsBetter: false,
  best: point(5, 0.9),
  last: point(8, 0.8),
  curve: [],
}

test('R2.22 the epoch that was kept is told with the rule that chose it; a rule that nobody knows is left out', () => {
  const headlineBy = (rule?: string) => {
    const report = { images: 4, metrics: { mAP50: 0.88 }, classes: [], kept: { epoch: 8, rule } }
    return withReportedValue(headline, trainingReport.parse(report))
  }
  expect(headlineBy('last-of-alike')).toMatchObject({ kept: 0.88, keptEpoch: 8, keptRule: 'last-of-alike' })
  for (const rule of [undefined, 'patience']) {
    expect(headlineBy(rule)).toMatchObject({ kept: 0.88, keptEpoch: 8 })
    expect(headlineBy(rule).keptRule).toBeUndefined()
  }
  expect(withReportedValue(headline, null)).toEqual(headline)
})
