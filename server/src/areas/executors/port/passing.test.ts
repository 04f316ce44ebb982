import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExecutor } from '../service.ts'
import { isPassing } from './passing.ts'
import type { RunSpec } from './run-spec.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-passing-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const spec = (more: Partial<RunSpec>): RunSpec => ({
  name: 'run',
  argv: ['/bin/true'],
  environment: {},
  workingFolder: folder,
  mounts: [],
  limits: {},
  accelerators: { type: 'none', indexes: [] },
  network: 'host',
  instances: [{ role: 'worker', index: 0, environment: {} }],
  ...more,
})

test('R4.12 an engine that is away may be back a moment later, a program that is missing may not', async () => {
  const engine = createExecutor('container', { tasksFolder: folder, address: `unix://${join(folder, 'none.sock')}` })
  const away = await engine.start(spec({ image: 'none' }), 'run-0').catch((error: unknown) => error)
  expect(String(away)).toContain('does not answer')
  expect(isPassing(away)).toBe(true)
  const nowhere = createExecutor('container', { tasksFolder: folder, address: 'tcp://engine.invalid:2375' })
  const unknown = await nowhere.start(spec({ image: 'none' }), 'run-0').catch((error: unknown) => error)
  expect(String(unknown)).toMatch(/ENOTFOUND|EAI_AGAIN/)
  expect(isPassing(unknown)).toBe(true)
  const here = createExecutor('local', { tasksFolder: folder, address: undefined })
  const missing = await here.start(spec({ argv: ['/nowhere/program'] }), 'run-0').catch((error: unknown) => error)
  expect(String(missing)).toContain('there is no program')
  expect(isPassing(missing)).toBe(false)
})
