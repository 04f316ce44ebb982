import type { Shape } from '@vermilion/contract/labels/index'
import { describe, expect, test } from 'vitest'
import { mergeShapes, settleDisputes } from './merge.ts'

describe('shapes that both sides changed', () => {
  const drawn = { labelId: 'cup', source: 'manual' } as const
  const outline = (id: string, x: number): Shape => {
    return { ...drawn, id, kind: 'polygon', polygon: { rings: [[x, 0, x + 9, 0, x + 9, 9]] } }
  }
  const painted = (id: string, x: number): Shape => {
    return { ...drawn, id, kind: 'mask', mask: { x, y: 0, width: 4, height: 1, counts: [0, 4] } }
  }
  const classShape = (state: string): Shape => ({ ...drawn, id: 'class:cup', kind: 'class', attributes: { state } })
  const createId = () => 'copy'
  const base = [outline('a', 0), painted('b', 0)]
  const mine = [outline('a', 1), painted('b', 1)]
  const theirs = [outline('a', 2), painted('b', 0)]

  test.each([
    ['mine', mine],
    ['theirs', [outline('a', 2), painted('b', 1)]],
    ['both', [outline('a', 1), outline('copy', 2), painted('b', 1)]],
  ] as const)('outlines and masks: the merge takes %s', (choice, shapes) => {
    const merge = mergeShapes(base, mine, theirs)
    expect(merge.disputed).toEqual(['a'])
    expect(settleDisputes(merge, theirs, { choice, createId })).toEqual(shapes)
  })

  test('of what one side has deleted, or what the whole image shows, there is one', () => {
    const [was, own, other] = [classShape('new'), classShape('old'), classShape('broken')]
    const merge = mergeShapes([was, painted('b', 0)], [own, painted('b', 1)], [other])
    expect(merge.disputed).toEqual(['class:cup', 'b'])
    expect(settleDisputes(merge, [other], { choice: 'both', createId })).toEqual([own, painted('b', 1)])
    expect(settleDisputes(merge, [other], { choice: 'theirs', createId })).toEqual([other, painted('b', 1)])
  })
})
