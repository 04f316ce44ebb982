import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { processTable, procTable, psTable } from './process-table.ts'

const isLinux = process.platform === 'linux'
const hasPs = spawnSync('ps', ['-p', '1']).error === undefined
const tables = [
  { title: `procTable${isLinux ? '' : ', skipped: this is not Linux'}`, table: procTable, isThere: isLinux },
  { title: `psTable${hasPs ? '' : ', skipped: there is no ps: install procps'}`, table: psTable, isThere: hasPs },
]

describe.each(tables)('$title', ({ table, isThere }) => {
  test.skipIf(!isThere)('finds a process, its group and its unchanging start', async () => {
    const child = spawn('/bin/sleep', ['30'], { detached: true, stdio: 'ignore' })
    const pid = Number(child.pid)
    const entry = await table.find(pid)
    expect(entry).toMatchObject({ pid, group: pid })
    expect(await table.find(pid)).toEqual(entry)
    expect(await table.list()).toContainEqual(entry)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await table.find(pid)).toBeUndefined()
  })
})

test('the boot is one while the machine runs', async () => {
  expect(await processTable.boot()).toMatch(/^[\dA-Fa-f-]{36}$/)
  expect(await processTable.boot()).toBe(await processTable.boot())
})
