import { expect, test } from 'vitest'
import { doToEach } from './bulk-outcome.ts'
import { listSearch, sortIn, spanOf } from './list-search.ts'
import { rangeOf } from '../table/row-selection.ts'
import { steadyRows } from '../table/steady-rows.ts'

const keys = ['a', 'b', 'c', 'd']
const row = (key: string, value = 0) => ({ key, value })
const keyOf = ({ key }: { key: string }) => key

test('a range holds both ends, whichever was chosen first; one that begins elsewhere is the row alone', () => {
  expect(rangeOf(keys, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(keys, 'c', 'c')).toEqual(['c'])
  expect(rangeOf(keys, 'on another page', 'c')).toEqual(['c'])
})

test('rows that hold still keep their order, take what changed, and say what came and went', () => {
  const retained = ['a', 'b', 'c'].map((key) => row(key))
  const fresh = [row('new'), row('c', 7), row('a', 1), row('newer')]
  expect(steadyRows(retained, fresh, keyOf)).toEqual({
    rows: [row('a', 1), row('b'), row('c', 7)],
    removed: new Set(['b']),
    added: 2,
  })
  expect(steadyRows(fresh, fresh, keyOf)).toEqual({ rows: fresh, removed: new Set(), added: 0 })
})

test('an address keeps what it can mean and drops the rest', () => {
  const search = listSearch.extend({ sort: sortIn(['name', 'createdAt']) })
  expect(search.parse({ search: 12, tags: 'a;b', from: '2026-02-30', to: '2026-02-01', sort: '-name' })).toEqual({
    search: '12',
    tags: 'a;b',
    to: '2026-02-01',
    sort: '-name',
  })
  expect(search.parse({ sort: 'password' }).sort).toBeUndefined()
})

test('a span of days ends with the end of its last day', () => {
  const { createdFrom = '', createdBefore = '' } = spanOf({ from: '2026-02-28', to: '2026-02-28' })
  const [from, previous] = [new Date(createdFrom), new Date(createdBefore)]
  expect([from.getDate(), from.getHours(), previous.getDate(), previous.getMonth()]).toEqual([28, 0, 1, 2])
  expect(spanOf({ from: undefined, to: undefined })).toEqual({ createdFrom: undefined, createdBefore: undefined })
})

test('one that fails stops none of the others, and what was not begun is left alone', async () => {
  const reported: number[] = []
  const run = (key: string) => (key === 'b' ? Promise.reject(new Error('kept')) : Promise.resolve())
  const { done, failed } = await doToEach(keys, run, { onProgress: (finished) => reported.push(finished) })
  expect(done.toSorted()).toEqual(['a', 'c', 'd'])
  expect(failed).toMatchObject([{ row: 'b', problem: { message: 'kept' } }])
  expect(reported).toEqual([1, 2, 3, 4])

  const stopping = new AbortController()
  const many = Array.from({ length: 40 }, (_, index) => index)
  const outcome = await doToEach(many, async (index) => index === 3 && stopping.abort(), { signal: stopping.signal })
  expect(outcome.done.length).toBeLessThan(10)
})
