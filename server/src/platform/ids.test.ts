import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { argumentSafe, newId } from './ids.ts'

test('an id is an argument of its own on every command line', () => {
  // One in 64 ids of nanoid begins with a dash.
  const ids = [...Array.from({ length: 1_000 }, newId), argumentSafe('-0123456789abcdefghij')]
  for (const id of ids) {
    expect(id).toMatch(/^[\w-]{21}$/)
    const { values, positionals } = parseArgs({
      args: ['stop', id, '--space', id],
      options: { space: { type: 'string' } },
      allowPositionals: true,
    })
    expect([positionals, values.space]).toEqual([['stop', id], id])
  }
  expect(new Set(ids).size).toBe(ids.length)
})
