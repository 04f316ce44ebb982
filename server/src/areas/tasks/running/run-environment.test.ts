import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membersOf } from './run-environment.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-port-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('R4.12 a start that is taken up again tells its instances the same port, and another attempt another', async () => {
  const ports = async (attempt: string) => {
    const members = await membersOf([{ role: 'worker', count: 2 }], join(folder, attempt), {
      addressesInstances: false,
    })
    return members.map(({ environment }) => environment['MASTER_PORT'])
  }
  const [first, second] = await ports('run-0')
  expect(first).toMatch(/^\d{4,5}$/)
  expect(second).toBe(first)
  expect(await ports('run-0')).toEqual([first, first])
  expect(await ports('run-1')).not.toContain(first)
})
