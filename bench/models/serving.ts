/**
 * Speed of model serving over the API: `npm run bench models/serving -- --seconds 8 --rounds 3 --size 320`.
 * The network is the untrained starter detector; the picture a JPEG of 1280 × 960. Throughput: enough clients to keep every
 * process busy, compared with as many processes of onnxruntime alone from the picture's bytes to predictions (and, for
 * information, running only the network on a prepared input). Both alternate, so that other load affects them equally. Latency:
 * 10 separate requests a second for the same time.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fileEndpoints } from '@vermilion/contract/files'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { uploadPacked } from '../../server/src/testing/upload-pack.ts'
import { processorOf } from '../evaluation/ground/spent.ts'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'
import { untrainedDetector } from './ground/untrained-detector.ts'

const target = { share: 0.8 }
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    size: { type: 'string', default: '320' },
    width: { type: 'string', default: '32' },
  },
})
const [seconds, rounds, size, width] = [values.seconds, values.rounds, values.size, values.width].map(Number) as [
  number,
  number,
  number,
  number,
]
const processes = availableParallelism()
const say = (name: string, value: string) => console.log(`${name.padEnd(64)}${value}`)
const at = (all: readonly number[], part: number) =>
  all.toSorted((a, b) => a - b)[Math.round(part * (all.length - 1))] ?? Number.NaN

async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 160, height: 120, channels: 3, background: '#808080', noise } as const
  return sharp({ create }).resize(1_280, 960).jpeg({ quality: 85 }).toBuffer()
}

const plainProgram = fileURLToPath(new URL('./ground/plain-runtime.ts', import.meta.url))

interface Speed {
  /** Sum over all processes, per second. */
  readonly rate: number
  /** Processor seconds per picture. */
  readonly processor: number
}

async function plain(model: string, picture: string, kind: 'pictures' | 'runs'): Promise<Speed> {
  const speeds = Array.from({ length: processes }, async () => {
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const child = spawn(process.execPath, [plainProgram, model, picture, String(seconds), kind], { stdio: [...stdio] })
    return JSON.parse(await text(child.stdout)) as Speed
  })
  const all = await Promise.all(speeds)
  const rate = all.reduce((sum, one) => sum + one.rate, 0)
  return { rate, processor: all.reduce((sum, one) => sum + one.processor * one.rate, 0) / rate }
}

type Ask = () => Promise<void>

async function served(ask: Ask): Promise<Speed> {
  let count = 0
  const processorAtStart = processorOf(server.pid)
  const start = performance.now()
  const client = async () => {
    while (performance.now() - start < seconds * 1_000) {
      await ask()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: processes * 4 }, client))
  const rate = count / ((performance.now() - start) / 1_000)
  return { rate, processor: (processorOf(server.pid) - processorAtStart) / count }
}

async function latencies(ask: Ask): Promise<number[]> {
  const requests: Promise<number>[] = []
  for (let number = 0; number < seconds * 10; number += 1) {
    const start = performance.now()
    requests.push(ask().then(() => performance.now() - start))
    await sleep(100)
  }
  return Promise.all(requests)
}

async function addModel(server: BenchServer, content: Uint8Array): Promise<string> {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'bench', path: 'bench' } })
  await uploadPacked(server, spaceId, [{ path: 'model.onnx', content }])
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const body = { fileId: items[0]?.id ?? '', name: 'bench' }
  return (await server.call(modelEndpoints.addModel, { body })).id
}

const folder = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
const server = await startServer(join(folder, 'data'))
try {
  const [modelFile, pictureFile] = [join(folder, 'model.onnx'), join(folder, 'picture.jpg')]
  const [content, picture] = [untrainedDetector(size, width), await photograph()]
  writeFileSync(modelFile, content)
  writeFileSync(pictureFile, picture)
  const modelId = await addModel(server, content)
  const ask = async () => {
    const response = await server.fetch(`/models/${modelId}/predict`, { method: 'POST', body: new Uint8Array(picture) })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  await served(ask)
  const all: Record<'plain' | 'served' | 'bare', Speed[]> = { plain: [], served: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    all.plain.push(await plain(modelFile, pictureFile, 'pictures'))
    all.served.push(await served(ask))
    all.bare.push(await plain(modelFile, pictureFile, 'runs'))
  }
  const mean = (list: readonly Speed[], key: keyof Speed) => list.reduce((sum, one) => sum + one[key], 0) / list.length
  const share = mean(all.served, 'rate') / mean(all.plain, 'rate')
  const tell = (name: string, speeds: readonly Speed[]) =>
    say(
      name,
      `${mean(speeds, 'rate').toFixed(1)}/s, ${(1_000 * mean(speeds, 'processor')).toFixed(1)} ms of processors each`,
    )
  tell(`onnxruntime alone, from bytes to boxes, ${processes} processes`, all.plain)
  tell('onnxruntime alone, nothing but the network', all.bare)
  tell(`served to ${processes * 4} clients, the server's own work included`, all.served)
  const byRound = all.served.map(({ rate }, round) => (rate / all.plain[round]!.rate).toFixed(2)).join(' ')
  say('share of onnxruntime alone', `${share.toFixed(2)} (rounds ${byRound})`)
  const byProcessor = mean(all.plain, 'processor') / mean(all.served, 'processor')
  say('the same by time of processors', byProcessor.toFixed(2))
  say('share of nothing but the network', (mean(all.served, 'rate') / mean(all.bare, 'rate')).toFixed(2))
  const times = await latencies(ask)
  say('10 requests a second, ms', `median ${at(times, 0.5).toFixed(0)}, p95 ${at(times, 0.95).toFixed(0)}`)
  say('memory of the server, MiB', `${server.memory().now.toFixed(0)}, at most ${server.memory().most.toFixed(0)}`)
  say(
    'load of the machine',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  if (share < target.share) {
    console.error(`  the target is ${target.share} of onnxruntime alone`)
    process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
