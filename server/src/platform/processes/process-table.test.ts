import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processTable, procTable, psTable } from './process-table.ts'

const tables = process.platform === 'linux' ? { procTable, psTable } : { psTable }

test.each(Object.entries(tables))('%s finds a process, its group and its unchanging start', async (_, table) => {
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

test('the boot is one while the machine runs', async () => {
  expect(await processTable.boot()).toMatch(/^[\dA-Fa-f-]{36}$/)
  expect(await processTable.boot()).toBe(await processTable.boot())
})
