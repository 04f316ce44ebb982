import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../testing/server-process.ts'
import { startTestServer } from '../testing/start-server.ts'

let data: string
beforeAll(async () => void (data = await mkdtemp(join(tmpdir(), 'vermilion-sample-space-'))))
afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 5 }))

const size = ['--size', '96x64']

test('vermilion sample fills a data space, by a server of its own or by the one that runs', async () => {
  const first = await runCommand(data, ['sample', '--space', 'Without a server', '--count', '2', ...size])
  expect(first).toMatchObject({ status: 0 })
  expect(first.output).toContain('2 images in the data space Without a server')
  expect(first.output).toMatch(/The first account is admin, its password \S+/)
  const reset = await runCommand(data, ['user', 'reset', 'admin', '--password-stdin'], 'a password for tests\n')
  expect(reset.status).toBe(0)

  const server = await startTestServer({ data })
  const labeled = ['sample', '--space', 'With a server', '--labeled', '--count', '3', ...size]
  const second = await runCommand(data, labeled)
  expect(second).toMatchObject({ status: 0 })
  const spaces = await server.call(spaceEndpoints.listSpaces, { query: {} })
  expect(spaces.items.map(({ name, fileCount, status }) => [name, fileCount, status])).toEqual([
    ['With a server', 3, 'success'],
    ['Without a server', 2, 'success'],
  ])
  const datasets = await server.call(datasetEndpoints.listDatasets, { query: {} })
  expect(datasets.items.map(({ name, labeledCount }) => [name, labeledCount])).toEqual([['With a server', 3]])
  const again = await runCommand(data, labeled)
  expect(again.status).toBe(1)
  expect(again.output).toContain('A data space named With a server already exists')
  await server.stop()
})
