import { datasetStatuses } from '@vermilion/contract/datasets'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { datasetStatus, displayStateOf, splitOf, validationShare } from './rules.ts'

test('R4.03 R4.12 every status can be reached and left as the table says, nothing else is let through', () => {
  const reachable = new Set(
    datasetStatuses.flatMap((from) => datasetStatuses.filter((to) => datasetStatus.may(from, to))),
  )
  expect([...reachable, 'init'].toSorted()).toEqual([...datasetStatuses].toSorted())
  expect(() => datasetStatus.check('init', 'success')).toThrow('init')
  expect(() => datasetStatus.check('failed', 'label_tasking')).toThrow()
})

test('R4.03 the display state says what the status leaves open', () => {
  const state = (status: (typeof datasetStatuses)[number], labeledCount: number, training = false) =>
    displayStateOf({ status, labeledCount, fileCount: 3 }, training)
  expect([
    state('init', 0),
    state('processing', 0),
    state('failed', 0),
    state('success', 0),
    state('success', 1),
    state('label_tasking', 0),
    state('success', 3),
    state('success', 3, true),
  ]).toEqual(['creating', 'creating', 'invalid', 'to-label', 'labeling', 'labeling', 'normal', 'training'])
})

test('the split depends on the content alone and keeps its share', () => {
  const checksums = Array.from({ length: 5_000 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex'))
  const validationCount = checksums.filter((checksum) => splitOf(checksum) === 'validation').length
  expect(validationCount / checksums.length).toBeGreaterThan(validationShare - 0.02)
  expect(validationCount / checksums.length).toBeLessThan(validationShare + 0.02)
  expect(checksums.map(splitOf)).toEqual(checksums.map(splitOf))
})
