import { rm, symlink, mkdir } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { createStartInTurn } from '../port/in-turn.ts'
import type { Executor, StartOptions } from '../port/executor.ts'
import type { Mount, RunSpec } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { StartRefused } from '../port/start-refused.ts'
import type { SharedFolder } from '../shared-folder/shared-folder.ts'
import { SlurmAway } from './connection/connection.ts'
import { readJobFiles, writeJobFiles } from './job-files.ts'
import { commentOf, isOver } from './job-queue.ts'
import { jobScript } from './job-script.ts'
import type { NodeSummary } from './nodes.ts'
import { keyOf } from './runs.ts'
import type { SlurmParts, SlurmRun } from './runs.ts'
import { isDense, refusalOf, submissionOf } from './submission.ts'

interface StarterNeeds extends SlurmParts {
  shared: SharedFolder
  settings: SlurmSettings
  owner(): Promise<string>
  nodes(): Promise<readonly NodeSummary[]>
  problems(spec: RunSpec): Promise<Text[]>
  cancelUnknown(handle: RunHandle): Promise<void>
  forget(run: SlurmRun): Promise<void>
}

/** Submits one job for a run, and takes up the one that an interrupted start has submitted. */
export function createStarter(needs: StarterNeeds): Executor['start'] {
  const { connection, runs, queue, shared, settings } = needs
  async function submit(run: SlurmRun, spec: RunSpec, options: StartOptions): Promise<string> {
    const { here, there, handle, name } = run
    const placed = await shared.place(name, spec.mounts, options)
    const workingFolder = await workingFolderOf(run, spec, placed)
    const nodes = await needs.nodes()
    const isWatching = connection.signal === undefined
    const location = { workingFolder, here, there, isDense: isDense(spec, nodes), isWatching }
    await writeJobFiles({ spec, settings, mounts: placed, ...location })
    await options.inTurn?.()
    options.signal?.throwIfAborted()
    const comment = commentOf(await needs.owner(), handle)
    const jobName = `${name}.${keyOf(handle)}`
    return connection.submit(submissionOf({ spec, settings, nodes, jobName, comment, folder: there }), jobScript)
  }

  /** In an image the folder is the image's own; relative targets are links below a folder of the run. */
  async function workingFolderOf(run: SlurmRun, spec: RunSpec, placed: readonly Mount[]): Promise<string> {
    if (spec.image !== undefined) return spec.workingFolder
    if (isAbsolute(spec.workingFolder)) {
      const mount = placed.find(({ target }) => target === spec.workingFolder)
      return mount?.source ?? shared.asSeenThere(resolve(spec.workingFolder))
    }
    await mkdir(join(run.here, 'work'), { recursive: true })
    for (const { source, target } of placed) {
      const path = join(run.here, 'work', target)
      await rm(path, { force: true })
      await symlink(source, path)
    }
    return join(run.there, 'work')
  }

  async function startOnce(spec: RunSpec, handle: RunHandle, options: StartOptions): Promise<RunHandle> {
    const earlier = await runs.read(handle)
    if (earlier.instances.length > 0 && (await runs.jobId(earlier)) !== null) return handle
    const [problem] = await needs.problems(spec)
    if (problem !== undefined) throw new StartRefused(problem)
    options.signal?.throwIfAborted()
    const existing = await queue.find(handle)
    const run = await runs.plan(handle, spec)
    try {
      const { jobId } = await readJobFiles(run.here)
      const existingId = jobId ?? (existing === undefined || isOver(existing) ? null : existing.id)
      await runs.noteJob(run, existingId ?? (await submit(run, spec, options)))
      options.signal?.throwIfAborted()
    } catch (error) {
      // Whether there is a job now nobody knows: a repeated start, or a stop, looks for it.
      if (error instanceof SlurmAway) throw error
      await needs.cancelUnknown(handle)
      await needs.forget(run)
      throw refusalOf(error, settings)
    }
    return handle
  }

  return createStartInTurn(startOnce)
}
