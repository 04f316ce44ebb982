import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { localPool } from '@vermilion/contract/tasks/creation'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skippedWithout, slurmFor } from '../../executors/testing/expected-engine.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const script = fileURLToPath(new URL('../../../../../images/torchvision-classification/train.py', import.meta.url))
const python = [process.env['VERMILION_PYTHON'], '/usr/bin/python3'].find((program) => {
  try {
    if (program !== undefined) execFileSync(program, ['-c', 'import torch, torchvision'], { stdio: 'ignore' })
    return program !== undefined
  } catch {
    return false
  }
})
const skipped = python === undefined ? ', skipped: no Python here has torch and torchvision' : ''
const longTimeout = { timeout: 300_000 }

describe.skipIf(python === undefined)(`a training of several instances${skipped}`, async () => {
  const slurm = python === undefined ? null : await slurmFor()
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-distributed-'))
    for (const [name, background] of [
      ['red', '#c02020'],
      ['green', '#20c020'],
    ] as const) {
      await mkdir(join(folder, 'train', name), { recursive: true })
      for (let index = 0; index < 12; index += 1) {
        const picture = sharp({ create: { width: 32 + index, height: 32, channels: 3, background } })
        await picture.png().toFile(join(folder, 'train', name, `${index}.png`))
      }
    }
    server = await startTestServer({ environment: { VERMILION_ROOTS: folder } })
  })
  afterAll(async () => {
    await server.stop()
    await slurm?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** PyTorch 1.13 with Python 3.11 does not know its own default of these. */
  const tee = { PET_REDIRECTS: '1', PET_TEE: '1' }
  const options = '--epochs 2 --depth 18 --input-size 32 --batch 4 --workers 0 --learning-rate 0.002'.split(' ')

  async function expectTraining(pool: string, launcher: readonly string[], processes = 1) {
    const { id } = await server.call(taskEndpoints.createTask, {
      body: {
        name: 'together',
        pool,
        image: 'vermilion/starter-detector',
        dataSources: [{ kind: 'folder', path: folder }],
        command: [python ?? '', ...launcher, script, '--data', '{mountPath}', '--output', '{outputPath}', ...options],
        environment: { OMP_NUM_THREADS: '1', PET_NPROC_PER_NODE: String(processes), ...tee },
        instances: [{ role: 'worker', count: 2 }],
      },
    })
    const get = () => server.call(taskEndpoints.getTask, { params: { taskId: id } })
    await expect.poll(async () => (await get()).endedAt, longTimeout).not.toBeNull()
    const log = async (instance: string) => {
      const response = await server.fetch(`/tasks/${id}/log/lines?from=0&count=40&instance=${id}-${instance}`)
      const { data } = (await response.json()) as { data: { lines: { text: string }[] } }
      return data.lines.map(({ text }) => text).join('\n')
    }
    const [first, second] = [await log('worker-0'), await log('worker-1')]
    const task = await get()
    expect(task.statusReason, `${first}\n${second}`).toBe('')
    expect(task).toMatchObject({ status: 'success', progress: { done: 2, total: 2, unit: 'epochs' } })
    const size = 2 * processes
    expect(first).toContain(`with ${size} processes of 4 images a step`)
    expect(second).toContain(`of ${size}: the log of the first one tells`)
    expect(second).not.toContain('epoch 1/2')
    const files = await server.call(taskEndpoints.listResultFiles, { params: { taskId: id } })
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['best.onnx', 'last.ckpt', 'results.csv']))
    const rows = (await readFile(join(server.data, 'tasks', id, 'output', 'results.csv'), 'utf8')).trim().split('\n')
    expect(rows).toHaveLength(3)
  }

  test('R3.03 learns as one on this machine, to a model file', longTimeout, () => expectTraining(localPool, []))

  describe.skipIf(slurm === null)(`on a cluster${skippedWithout('slurm')}`, () => {
    let pool: string
    beforeAll(async () => {
      const { configuration = '', shared = '' } = slurm ?? {}
      const settings = { connection: 'commands', configuration, sharedHere: shared }
      const body = { name: 'cluster', executor: 'slurm', concurrency: 50, settings } as const
      pool = (await server.call(poolEndpoints.createPool, { body })).id
    })

    test('R3.03 learns as one on two nodes with two processes each', longTimeout, () => expectTraining(pool, [], 2))

    test('R3.03 finds the other node through torchrun', longTimeout, () =>
      expectTraining(pool, ['-m', 'torch.distributed.run'], 2),
    )
  })
})
