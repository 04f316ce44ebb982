import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import { createStartInTurn } from '../port/in-turn.ts'
import type { Executor, StartOptions } from '../port/executor.ts'
import { isPassing } from '../port/passing.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { StartRefused } from '../port/start-refused.ts'
import { checkSpec } from './check.ts'
import type { KubernetesClient } from './client/client.ts'
import { jobOf } from './job/job.ts'
import type { Observed } from './state/observed.ts'
import { readPodTemplate } from './job/pod-template.ts'
import type { PodParts } from './job/volumes.ts'
import type { RunData } from './run-data.ts'
import type { RunObjects } from './run-objects.ts'
import { hasBegun, noteBeginning } from './runs.ts'
import type { KnownRun, Runs } from './runs.ts'

interface StarterNeeds {
  client: KubernetesClient
  settings: KubernetesSettings
  runs: Runs
  objects: RunObjects
  observed: Observed
  data: RunData
  owner: () => Promise<string>
}

/** `backoffLimitPerIndex` is there without a feature gate from this minor version of Kubernetes 1 on. */
const firstMinorWithIndexLimits = 29

/** Creates the Jobs of a run, one for each role. Those of an interrupted start are taken over. */
export function createStarter(needs: StarterNeeds): Executor['start'] {
  const { runs, objects, observed, data } = needs
  async function startOnce(spec: RunSpec, handle: string, options: StartOptions): Promise<string> {
    if (await hasBegun(await runs.read(handle))) return handle
    const [problem] = await checkSpec(needs.settings, spec)
    if (problem) throw new Error(problem)
    options.signal?.throwIfAborted()
    const run = await runs.plan(handle, spec)
    const leave = observed.use()
    try {
      const parts = await data.place(run, spec.mounts, options)
      for (const { log } of run.members) await log.begin()
      await options.inTurn?.()
      options.signal?.throwIfAborted()
      await createJobs(run, spec, parts)
      options.signal?.throwIfAborted()
      await noteBeginning(run)
    } catch (error) {
      // What cannot be removed now is taken over by the next start, or removed by name when the run is cleaned.
      await objects.removeJobs(run.key).catch(() => undefined)
      await data.forget(run).catch(() => undefined)
      await runs.remove(run)
      throw inWords(error)
    } finally {
      leave()
    }
    return handle
  }

  async function createJobs(run: KnownRun, spec: RunSpec, partsOf: (role: string) => PodParts): Promise<void> {
    const { settings, owner } = needs
    const { handle } = run
    const template = readPodTemplate(settings.podTemplate)
    const limitsIndexes = spec.instances.length > 1 && (await hasIndexLimits(needs))
    const order = { spec, handle, owner: await owner(), settings, template, limitsIndexes }
    const roles = [...new Set(spec.instances.map(({ role }) => role))]
    for (const role of roles) await objects.createJob(jobOf({ ...order, role, data: partsOf(role) }))
  }

  return createStartInTurn(startOnce)
}

async function hasIndexLimits({ client }: StarterNeeds): Promise<boolean> {
  const { major, minor } = await client.call<{ major: string; minor: string }>('GET', client.paths.version)
  return Number.parseInt(major, 10) > 1 || Number.parseInt(minor, 10) >= firstMinorWithIndexLimits
}

/** What will not pass is told in both languages. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || !('text' in error) || isPassing(error)) return error
  return error instanceof StartRefused ? error : new StartRefused(error.text as StartRefused['text'])
}
