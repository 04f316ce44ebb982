import type { RankedFinding } from '@vermilion/contract/auto-label/label-errors'
import { expect, test } from 'vitest'
import { countConfusions, createScale } from './weigh-findings.ts'

const about = { shapeId: 'own', confidence: 0.9, overlap: null, box: null, isDismissed: false }
const wrongClass = (labelId: string, suggestedLabelId: string, evidence: number): RankedFinding => {
  return { ...about, kind: 'class', labelId, suggestedLabelId, evidence, score: evidence }
}
const missing = (evidence: number): RankedFinding => {
  return { ...about, kind: 'missing', shapeId: null, labelId: null, suggestedLabelId: 'cup', evidence, score: evidence }
}

test('R1.03 classes that the model confuses anyway tell less about a label than those that it tells apart', () => {
  const confusions = countConfusions()
  for (let label = 0; label < 10; label += 1) confusions.add(['cup'], label < 6 ? [wrongClass('cup', 'bowl', 0.5)] : [])
  confusions.add(['plate'], [wrongClass('plate', 'cup', 0.5)])
  expect(confusions.discount(wrongClass('cup', 'bowl', 0.8))).toBeCloseTo(0.8 * 0.5 ** 2)
  expect(confusions.discount(wrongClass('plate', 'cup', 0.8))).toBe(0.8)
  expect(confusions.discount(missing(0.8))).toBe(0.8)
})

test('R1.03 findings are set against what nine of ten images show of their kind', () => {
  const scale = createScale(({ evidence }) => evidence)
  for (let image = 0; image < 100; image += 1)
    scale.add([missing(image < 90 ? 0.4 : 0.7), ...(image === 99 ? [wrongClass('cup', 'bowl', 0.3)] : [])])
  const weigh = scale.finish()
  const scores = (findings: RankedFinding[]) =>
    weigh(findings).map(({ kind, score }) => [kind, Number(score.toFixed(3))])
  expect(scores([missing(0.4)])).toEqual([['missing', 0.5]])
  expect(scores([missing(0.2)])).toEqual([['missing', 0.25]])
  expect(scores([missing(0.7)])).toEqual([['missing', 0.75]])
  // Surer in itself, and yet less unusual: it comes second.
  expect(scores([missing(0.45), wrongClass('cup', 'bowl', 0.3)])).toEqual([
    ['class', 0.65],
    ['missing', 0.542],
  ])
  expect(weigh(weigh([missing(0.7)]))).toEqual(weigh([missing(0.7)]))
})
