import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { Executor, RunSpec, StartProgress } from '#areas/executors'
import { handleOf, instanceName, isOver } from '#areas/executors'
import { programPath } from '../running/command.ts'
import type { ImageDefinition } from '../images/images.ts'
import { problemOf } from '../pools/problem.ts'

export type CheckStep = ImageCheck['steps'][number]

interface Trial {
  executor: Executor
  image: ImageDefinition
  tasksFolder: string
  name: string
  signal: AbortSignal
  onStep(step: CheckStep): Promise<void>
  onProgress(progress: StartProgress): void
}

/** Milliseconds that a program has to print its help, and the polling interval. */
const programTimeout = 60_000
const pollIntervalMs = 100
const lastBytes = 2_000
const attempt = 'run'
const where = { data: '/data', output: '/output' }

/** Call `forgetTrial` afterwards. */
export async function tryImage(trial: Trial): Promise<void> {
  const { executor, image, tasksFolder, name, signal, onStep, onProgress } = trial
  const folder = join(tasksFolder, name)
  const take = async (step: CheckStep['step'], work: () => Promise<string>): Promise<boolean> => {
    try {
      await onStep({ step, state: 'passed', detail: await work() })
      return true
    } catch (error) {
      signal.throwIfAborted()
      const { cause, detail } = problemOf(error)
      await onStep({ step, state: 'failed', detail, ...(step === 'engine' ? { cause } : {}) })
      return false
    }
  }

  async function checkCommand(): Promise<void> {
    const hasEngine = await take('engine', async () => {
      const { cpu, memoryBytes } = await executor.capacity()
      return `${cpu} CPU, ${Math.round(memoryBytes / 1024 ** 3)} GiB`
    })
    if (!hasEngine) return
    const hasImage = await take('image', async () => {
      const imageFacts = await executor.bring?.(image.address, { signal, onProgress })
      return imageFacts === undefined ? '' : `${imageFacts.digest} · ${Math.round(imageFacts.bytes / 1e6)} MB`
    })
    if (!hasImage) return
    const output = join(folder, 'output')
    for (const path of [join(folder, 'data'), output]) await mkdir(path, { recursive: true })
    const spec = specOf(image, { name, folder, network: executor.capabilities.networks[0] })
    const hasProgram = await take('program', async () => {
      const [problem] = await executor.check(spec)
      if (problem !== undefined) throw new Error(problem)
      return spec.argv[0]
    })
    if (hasProgram) await runOnce(spec, output)
  }

  async function runOnce(spec: RunSpec, output: string): Promise<void> {
    let handle: string
    try {
      handle = await executor.start(spec, attempt, { signal })
    } catch (error) {
      signal.throwIfAborted()
      const detail = error instanceof Error ? error.message : String(error)
      return onStep({ step: 'run', state: 'failed', detail })
    }
    const deadline = Date.now() + programTimeout
    let status = await executor.status(handle)
    while (!isOver(status.phase) && Date.now() < deadline) {
      await delay(pollIntervalMs, undefined, { signal })
      status = await executor.status(handle)
    }
    const isLate = !isOver(status.phase)
    if (isLate) await executor.stop(handle, { graceSeconds: 2 })
    const [instance] = spec.instances
    const log = await executor.logs(handle, instanceName(name, instance), { offset: -lastBytes, limit: lastBytes })
    const message = log?.bytes.toString('utf8').trim() ?? ''
    const code = status.exit?.code
    // A program without --help exits with an error: that alone is only a warning.
    const state = code === 0 ? 'passed' : code === 126 || code === 127 || status.phase === 'lost' ? 'failed' : 'warned'
    const end = isLate ? `> ${programTimeout / 1_000} s` : `exit ${code ?? '?'}`
    await onStep({ step: 'run', state, detail: message === '' ? end : `${end}\n${message}` })
    const written = (await readdir(output, { recursive: true })).filter((path) => !path.startsWith('.'))
    if (written.length > 0) await onStep({ step: 'output', state: 'passed', detail: written.slice(0, 50).join('\n') })
  }

  await checkCommand()
}

export async function forgetTrial({ executor, tasksFolder, name }: Pick<Trial, 'executor' | 'tasksFolder' | 'name'>) {
  const handle = handleOf(name, attempt)
  await executor.stop(handle, { graceSeconds: 0 })
  await executor.clean(handle)
  await rm(join(tasksFolder, name), { recursive: true, force: true })
}

function specOf(image: ImageDefinition, run: { name: string; folder: string; network: RunSpec['network'] }): RunSpec {
  const usual = Object.entries(image.parameters).map(([name, { default: value }]) => [name, value] as const)
  const folders = { dataFolder: where.data, outputFolder: where.output }
  const [program, ...rest] = image.command({ ...folders, parameters: Object.fromEntries(usual), environment: {} })
  return {
    name: run.name,
    image: image.address,
    argv: [program, ...rest, '--help'],
    environment: { PATH: programPath, HOME: where.output, LANG: 'C.UTF-8' },
    workingFolder: where.output,
    mounts: [
      { source: join(run.folder, 'data'), target: where.data, readOnly: true },
      { source: join(run.folder, 'output'), target: where.output, readOnly: false },
    ],
    limits: { processes: 512 },
    accelerators: { type: 'none', indexes: [] },
    network: run.network,
    instances: [{ role: 'worker', index: 0, environment: {} }],
  }
}
