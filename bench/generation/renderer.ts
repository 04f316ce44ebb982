import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generationConfig } from '@vermilion/contract/generations/config'
import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import { itemOfEachImage, planImage } from '@vermilion/contract/generations/plan'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { createRendererEngine } from '../../server/src/areas/generation/engines/renderer.ts'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'

/**
 * Speed of a generation of 512 × 512 scenes over the API, compared with a single rendering process, and memory growth of server
 * and rendering processes. `npm run bench generation/renderer -- --images 2000`
 */
const option = process.argv.indexOf('--images')
const images = option === -1 ? 2_000 : Number(process.argv[option + 1])
/** Images rendered by the single process, half before and half after the generation. */
const alone = Math.min(images, 80)
/** Minimum speedup on two cores; maximum growth in MiB of the last tenth over the first. */
const targets = { ratio: 1.7, growth: 40 }

const config = generationConfig.parse({
  name: 'bench',
  width: 512,
  height: 512,
  count: images,
  seed: 11,
  items: [
    { scene: 'kitchen', dirt: 'spill', dirtCount: 2 },
    { floor: 'wood', smallAnimal: 'mouse', smallAnimalCount: 2 },
    { scene: 'living-room', dirt: 'crumbs', animal: 'cat' },
  ],
})

const data = mkdtempSync(join(tmpdir(), 'vermilion-generation-'))
let server: BenchServer | undefined
try {
  const previously = await renderAlone(0)
  server = await startServer(data)
  const generated = await generate(server)
  await server.stop()
  server = undefined
  const afterwards = await renderAlone(alone / 2)
  report(generated, alone / (previously + afterwards))
} finally {
  await server?.stop()
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}

/** Seconds of a started process for half of its images, from a number on. */
async function renderAlone(first: number): Promise<number> {
  const engine = createRendererEngine({ processes: 1 })
  const [workflow] = await engine.workflows()
  const items = itemOfEachImage(config)
  const { signal } = new AbortController()
  const render = (number: number) => {
    const plan = planImage(config, items[number]!, number, 0)
    const order = {
      generationId: 'alone',
      workflow: workflow!,
      workflowVersion: null,
      config,
      plan,
      depthMap: null,
      styleImage: null,
    }
    return engine.make(order, signal)
  }
  try {
    await render(first)
    const from = performance.now()
    for (let number = first; number < first + alone / 2; number += 1) await render(number)
    return (performance.now() - from) / 1_000
  } finally {
    await engine.close()
  }
}

interface Sample {
  readonly made: number
  /** Processor milliseconds so far. */
  readonly serverTime: number
  readonly rendererTime: number
  /** In MiB. */
  readonly server: number
  readonly renderers: number
}

interface Measured {
  readonly generation: Generation
  readonly imagesPerSecond: number
  readonly samples: readonly Sample[]
}

async function generate(running: BenchServer): Promise<Measured> {
  const space = await running.call(spaceEndpoints.createSpace, { body: { name: 'bench', path: 'bench' } })
  const params = { spaceId: space.id }
  const { id: generationId } = await running.call(generationEndpoints.createGeneration, { params, body: config })
  const samples: Sample[] = []
  let first: { made: number; at: number } | undefined
  for (;;) {
    const generation = await running.call(generationEndpoints.getGeneration, { params: { generationId } })
    const { made, endedAt } = generation
    if (made > 0) first ??= { made, at: performance.now() }
    if (first !== undefined && endedAt !== null) {
      const imagesPerSecond = (made - first.made) / ((performance.now() - first.at) / 1_000)
      return { generation, imagesPerSecond, samples }
    }
    if (endedAt !== null) throw new Error(`the generation ended as ${generation.status}: ${generation.error}`)
    samples.push({ made, ...usage(running.pid) })
    await sleep(250)
  }
}

/** Memory of the server, and of its rendering processes together. */
function usage(pid: number): Omit<Sample, 'made'> {
  const renderers = readdirSync('/proc').filter((name) => isRenderer(name, pid))
  const sum = (of: (name: string) => number) => renderers.reduce((total, name) => total + of(name), 0)
  return {
    server: resident(pid),
    renderers: sum(resident),
    serverTime: processorTime(pid),
    rendererTime: sum(processorTime),
  }
}

/** In milliseconds: the kernel counts hundredths of a second. */
function processorTime(process: number | string): number {
  const fields = readProcess(process, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

function isRenderer(name: string, parent: number): boolean {
  const read = (file: string) => readProcess(name, file)
  const ofServer = /\) \S (\d+)/.exec(read('stat'))?.[1]
  return Number(ofServer) === parent && read('cmdline').includes('render-scenes')
}

function resident(process: number | string): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProcess(process, 'status'))?.[1] ?? 0) / 1_024
}

/** Empty when the process has ended. */
function readProcess(process: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Median of the first and last tenth of the images. */
function tenths(samples: readonly Sample[], who: 'server' | 'renderers'): readonly [number, number] {
  const of = (isOf: (sample: Sample) => boolean) => median(samples.filter(isOf).map((sample) => sample[who]))
  // Processes start before the first images.
  return [of(({ made }) => made > 0 && made <= images * 0.1), of(({ made }) => made >= images * 0.9)]
}

function report({ generation, imagesPerSecond, samples }: Measured, single: number): void {
  const { status, made, failed } = generation
  const cores = availableParallelism()
  const ratio = imagesPerSecond / single
  console.log(`${made} images of 512 × 512 (${failed} failed, ${status}): ${imagesPerSecond.toFixed(2)} images/s`)
  console.log(`one process alone: ${single.toFixed(2)} images/s; ${ratio.toFixed(2)} times that on ${cores} cores`)
  const [first, last] = [samples.find((sample) => sample.made > 0), samples.at(-1)]
  if (first !== undefined && last !== undefined) {
    const perImage = (from: number, to: number) => ((to - from) / (last.made - first.made)).toFixed(1)
    const ofServer = perImage(first.serverTime, last.serverTime)
    const ofRenderers = perImage(first.rendererTime, last.rendererTime)
    console.log(`processor time an image: ${ofServer} ms of the server, ${ofRenderers} ms of the renderers`)
  }
  const problems: string[] = []
  if (made !== images) problems.push(`${images - made} images are missing`)
  if (cores >= 2 && ratio < targets.ratio) problems.push(`${targets.ratio} times one process is the target`)
  for (const who of ['server', 'renderers'] as const) {
    const [first, last] = tenths(samples, who)
    console.log(`${who}: ${first.toFixed(0)} MiB in the first tenth, ${last.toFixed(0)} MiB in the last`)
    if (last - first > targets.growth) problems.push(`${who} grew by ${(last - first).toFixed(0)} MiB`)
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
