import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Language, Text } from '@vermilion/contract/kernel/text'
import { instanceName, isOver, StartRefused } from '#areas/executors'
import type { Executor, RunSpec, RunStatus } from '#areas/executors'
import { newId } from '#platform/ids'
import { programPath } from '../running/command.ts'
import { failureOf, sayFailure } from '../running/failure.ts'
import { lossOf, reasonFor } from '../running/note-phase.ts'
import { reason, textOf } from '../running/reasons.ts'

interface TrialRun {
  executor: Executor
  folder: string
  name: string
  image: string | undefined
  patience: number
  signal: AbortSignal
  tell(text: Text): void
}

/** In milliseconds. */
const pollIntervalMs = 300
const lastBytes = 500

/** Runs a job that reads a file and writes it back. Fails with what went wrong. */
export async function runTrial({ executor, folder, name, image, patience, signal, tell }: TrialRun): Promise<void> {
  const [data, output] = [join(folder, 'data'), join(folder, 'output')] as const
  for (const path of [data, output]) await mkdir(path, { recursive: true })
  const content = newId()
  await writeFile(join(data, 'given'), content)
  const spec = specOf(executor, { name, data, output, image })
  const late = AbortSignal.timeout(patience)
  const handle = await executor
    .start(spec, 'run', { signal: AbortSignal.any([signal, late]) })
    .catch((error: unknown) => {
      throw late.aborted ? new StartRefused(tooLate(patience, textOf(reason('none')))) : error
    })
  const leave = executor.adopt(handle, () => undefined)
  try {
    let status = await executor.status(handle)
    while (!isOver(status.phase)) {
      const why = status.phase === 'running' ? reason('none') : reasonFor(status)
      tell(textOf(why))
      // An engine tries these again, which changes nothing for a pool that is wrong.
      const loss = lossOf(status)
      if (loss !== undefined) throw new StartRefused(textOf(loss))
      if (late.aborted) throw new StartRefused(tooLate(patience, textOf(why)))
      await delay(pollIntervalMs, undefined, { signal })
      status = await executor.status(handle)
    }
    const [instance] = spec.instances
    const log = await executor.logs(handle, instanceName(name, instance), { offset: -lastBytes, limit: lastBytes })
    judge(status, log?.bytes.toString('utf8').trim() ?? '')
  } finally {
    leave()
  }
  const result = await readFile(join(output, 'result'), 'utf8').catch(() => '')
  if (result !== content) throw new StartRefused(notBack)
}

function specOf(
  { capabilities: { images, mounts: placing, networks } }: Executor,
  run: { name: string; data: string; output: string; image: string | undefined },
): RunSpec {
  const { name, data, output, image } = run
  const [read, written] = (
    { bind: ['/data', '/output'], relative: ['data', 'output'], 'in-place': [data, output] } as const
  )[placing]
  const mounts = [
    { source: data, target: read, readOnly: true },
    { source: output, target: written, readOnly: false },
  ]
  return {
    name,
    ...(images && image !== undefined ? { image } : {}),
    argv: ['/bin/sh', '-c', 'sleep 1; cat "$0/given" > "$1/result"', read, written],
    environment: placing === 'relative' ? {} : { PATH: programPath },
    workingFolder: written,
    mounts: placing === 'in-place' ? [] : mounts,
    // A namespace may refuse pods that name no amounts.
    limits: { cpu: 0.1, memoryBytes: 128 * 1024 ** 2 },
    accelerators: { type: 'none', indexes: [] },
    network: networks[0],
    timeLimitSeconds: 60,
    instances: [{ role: 'worker', index: 0, environment: {} }],
  }
}

function judge(status: RunStatus, log: string): void {
  const { exit } = status
  if (exit?.code === 0) return
  const why = lossOf(status) ?? (exit === null ? reason('lost') : reason('exit-code', { code: exit.code }))
  const failure = failureOf({ why, exit, log, timeLimitSeconds: null })
  const sayIn = (language: Language) => `${sayFailure(failure, language).likelyCause}${log === '' ? '' : ` (${log})`}`
  throw new StartRefused({ en: sayIn('en-US'), zh: sayIn('zh-CN') })
}

const tooLate = (patience: number, { en, zh }: Text): Text => ({
  en: `It did not end within ${patience / 1_000} s. ${en}`,
  zh: `未在 ${patience / 1_000} 秒内结束。${zh}`,
})
const notBack: Text = {
  en: 'It ran, but what it wrote is not seen here: the shared folder of this server and that of the nodes are not the same one',
  zh: '作业已运行，但在此处看不到其写出的文件：本服务器与节点上的共享文件夹不是同一个',
}
