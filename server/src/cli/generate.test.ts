import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { fileEndpoints } from '@vermilion/contract/files'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../testing/server-process.ts'
import { startTestServer, type TestServer } from '../testing/start-server.ts'

let server: TestServer
let folder: string
let environment: Record<string, string>
let spaceId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-generate-'))
  server = await startTestServer()
  const body = { name: 'scripts', expiresAt: null }
  const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
  environment = { VERMILION_URL: server.address, VERMILION_TOKEN: secret }
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'scripted', path: 'scripted' } })).id
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const config: GenerationConfigInput = { name: 'nightly', width: 64, height: 64, count: 3, items: [{ dirt: 'mud' }] }
const generate = (parameters: string[], input = '') =>
  runCommand(folder, ['generate', ...parameters], input, environment)

test('R3.09 images are generated from a script, by the JSON that the form has, and waited for', async () => {
  const file = join(folder, 'config.json')
  await writeFile(file, JSON.stringify(config))
  const made = await generate(['--config', file, '--space', spaceId, '--wait'])
  expect(made.output).toContain('success: 3 of 3 kept, 0 aside, 0 failed')
  expect(made.status).toBe(0)
  const piped = await generate(
    ['--config', '-', '--space', spaceId, '--wait', '--json', '--seed', '9'],
    JSON.stringify(config),
  )
  expect(piped.status).toBe(0)
  expect(JSON.parse(piped.output.slice(piped.output.indexOf('{')))).toMatchObject({
    status: 'success',
    config: { seed: 9 },
  })
  const files = await server.call(fileEndpoints.countFiles, { params: { spaceId }, query: { recursive: 'true' } })
  expect(files.files).toBe(6)
})

test('a config that cannot be made ends with what is wrong with it', async () => {
  const file = join(folder, 'wrong.json')
  await writeFile(file, 'count: 3')
  expect((await generate(['--config', file, '--space', spaceId])).output).toContain('is no JSON')
  await writeFile(file, JSON.stringify({ ...config, count: 0 }))
  expect((await generate(['--config', file, '--space', spaceId])).output).toContain('count: ')
  await writeFile(file, JSON.stringify({ ...config, width: 65 }))
  const refused = await generate(['--config', file, '--space', spaceId])
  expect(refused.output).toContain('multiples of 16')
  expect(refused.status).toBe(1)
  expect((await generate(['--space', spaceId])).status).toBe(2)
})
