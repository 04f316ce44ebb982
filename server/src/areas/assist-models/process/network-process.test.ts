import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AssistFailed } from '../serving/assist.ts'
import { type TinyModel, tinyModels } from '../testing/tiny-models.ts'
import { createNetworkProcess, type NetworkProcess } from './network-process.ts'
import type { ModelToRun } from './protocol.ts'

let root = ''
let networks: NetworkProcess

async function placeModel({ entry, files }: TinyModel, name: string = entry.id): Promise<ModelToRun> {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  for (const { path, name: file } of entry.files) await writeFile(join(folder, file), files[path]!)
  return { id: name, folder, network: entry.network }
}

const plain = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

async function children(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const own = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return command.includes('assist-models/process/program.ts') && status.includes(`PPid:\t${process.pid}\n`)
    }),
  )
  return pids.filter((_, index) => own[index]).map(Number)
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'networks-'))
  networks = createNetworkProcess()
})
afterAll(async () => {
  await networks.close()
  await rm(root, { recursive: true, force: true })
})

test('R1.03 one process runs the networks of all roles: pictures, words and prompts', async () => {
  const embedder = await placeModel(tinyModels.embedder)
  const detector = await placeModel(tinyModels.detector)
  expect(await networks.ask('tryOut', embedder, {})).toEqual({ dimensions: 3 })
  const vector = (await networks.ask('embedPicture', embedder, { picture: await plain('#ff0000') }))!
  expect([...vector].map((value) => Math.round(value * 100))).toEqual([58, -58, -58])

  const boxes = await networks.ask('detect', detector, {
    // Wider than high: the padding is not part of the image.
    picture: await plain('#ff0000'),
    prompts: ['blue', 'RED', '', 'x'.repeat(10_000)],
    minScore: 0.5,
  })
  expect(boxes).toMatchObject([
    { prompt: 1, box: { x: 0, y: 0, width: 20, height: 20 } },
    { prompt: 1, box: { x: 20, y: 0, width: 20, height: 20 } },
  ])
  expect(
    await networks.ask('detect', detector, { picture: Buffer.from('none'), prompts: ['red'], minScore: 0 }),
  ).toBeNull()
  await expect(
    networks.ask('detect', embedder, { picture: vector as never, prompts: [], minScore: 0 }),
  ).rejects.toThrow('cannot do this')
  expect(await children()).toHaveLength(1)
})

test('R1.03 a crash is an error of one request, and the next one starts the process anew', async () => {
  const embedder = await placeModel(tinyModels.embedder)
  const [pid] = await children()
  const request = networks.ask('embedPicture', embedder, { picture: await plain('#00ff00') })
  process.kill(pid!, 'SIGKILL')
  const outcome = await request.catch((error: unknown) => error)
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AssistFailed)
  expect(await networks.ask('embedText', embedder, { text: '绿' })).toHaveLength(3)
  expect(await children()).not.toContain(pid)
})

test('R1.03 a network that needs more memory than it may have ends its process, and is told of in words', async () => {
  const small = createNetworkProcess({ memoryLimit: 1 })
  const failed = await small.ask('tryOut', await placeModel(tinyModels.detector), {}).catch((error: unknown) => error)
  await small.close()
  expect(failed).toBeInstanceOf(AssistFailed)
  expect((failed as AssistFailed).text.zh).toContain('内存')
})

test('R1.03 a process without work leaves', async () => {
  const brief = createNetworkProcess({ idleMs: 1 })
  await brief.ask('tryOut', await placeModel(tinyModels.detector), {})
  while ((await children()).length > 1) await delay(20)
  expect(await children()).toHaveLength(1)
  await brief.close()
})

test('R1.03 what a closing process leaves undone is no fault of the model', async () => {
  const own = createNetworkProcess()
  const embedder = await placeModel(tinyModels.embedder, 'closing')
  const outcomes = Promise.allSettled(
    Array.from({ length: 20 }, async () => own.ask('embedPicture', embedder, { picture: await plain('#00ff00') })),
  )
  await delay(50)
  await own.close()
  const reasons = (await outcomes).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.filter((reason) => reason instanceof AssistFailed)).toEqual([])
})
