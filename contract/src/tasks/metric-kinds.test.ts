import { expect, test } from 'vitest'
import { compareMetrics, headlineMetric, isAtBestF1, metricKindOf } from './metric-kinds.ts'

test('R2.22 metrics of the field are told apart by their names: quality, losses, rates', () => {
  const kinds = {
    quality: [
      'metrics/mAP50-95(B)',
      'metrics/mAP50(M)',
      'val/accuracy',
      'epoch_acc',
      'metrics/accuracy_top1',
      'eval/f1',
    ],
    loss: ['train/box_loss', 'loss', 'epoch_loss', 'val/dfl_loss', 'mae'],
    rate: ['lr/pg0', 'lr', 'train/learning_rate', 'lr-Adam'],
    other: ['speed', 'grad_norm', 'logs/warmth', 'maps'],
  } as const
  for (const [kind, names] of Object.entries(kinds)) {
    expect(names.map((name) => [name, metricKindOf(name)])).toEqual(names.map((name) => [name, kind]))
  }
})

test('R2.22 a task is told by the quality that people compare by, held back before trained on; by a loss where there is none', () => {
  const detector = ['train/box_loss', 'metrics/precision(B)', 'metrics/mAP50-95(B)', 'metrics/mAP50(B)', 'lr/pg0']
  expect(headlineMetric(detector)).toBe('metrics/mAP50(B)')
  expect(headlineMetric(['train/accuracy', 'val/accuracy', 'val/loss'])).toBe('val/accuracy')
  expect(headlineMetric(['train/loss', 'val/loss', 'val/box_loss'])).toBe('val/loss')
  expect(headlineMetric(['speed'])).toBeUndefined()
  expect(detector.toSorted(compareMetrics)).toEqual([
    'metrics/mAP50(B)',
    'metrics/mAP50-95(B)',
    'metrics/precision(B)',
    'train/box_loss',
    'lr/pg0',
  ])
})

test('R2.22 precision and recall are at the score of the highest F1 where they are named as Ultralytics names them', () => {
  const names = ['metrics/precision(B)', 'metrics/recall(M)', 'metrics/mAP50(B)', 'val/precision', 'recall']
  expect(names.filter(isAtBestF1)).toEqual(['metrics/precision(B)', 'metrics/recall(M)'])
})
