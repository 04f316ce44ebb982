import { unmeasured } from '@vermilion/contract/predictions'
import { expect, test } from 'vitest'
import { shownMeasures } from './measures.ts'

test('R3.12 a model is shown with the measures of its label type that say something', () => {
  const metrics = { ...unmeasured, top1: 0.9, top5: 1 }
  expect(shownMeasures({ labelType: 'picture-classification', metrics })).toEqual(['top1', 'top5'])
  const several = { ...unmeasured, meanPrecision: 0.8 }
  expect(shownMeasures({ labelType: 'picture-classification', metrics: several })).toEqual(['meanPrecision'])
  expect(shownMeasures({ labelType: 'semantic-segmentation', metrics: unmeasured })).toEqual([
    'mIoU',
    'mIoUWithBackground',
    'pixelAccuracy',
  ])
})
