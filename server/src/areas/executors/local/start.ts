import { join } from 'node:path'
import type { Cgroups } from '#platform/processes/cgroups'
import { launch, readState, release } from '#platform/processes/supervisor'
import type { Accelerator } from '../port/executor.ts'
import { acceleratorsOf, instanceName } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'

interface StartNeeds {
  run: string
  instances: readonly { role: string; index: number; folder: string }[]
  logFile(instance: string): string
  accelerators(): Promise<readonly Accelerator[]>
  cgroups(): Cgroups
}

/** Commands begin once every supervisor runs. On failure the caller must stop the started ones. */
export async function startInstances(spec: RunSpec, needs: StartNeeds): Promise<void> {
  const { run, instances, accelerators, cgroups } = needs
  const waitsFor = instances.length > 1 ? join(run, 'go') : undefined
  const launched = await Promise.allSettled(
    instances.map(async ({ role, index, folder }, position) => {
      if ((await readState(folder)).phase !== 'absent') return
      const name = instanceName(spec.name, { role, index })
      const own = spec.instances.find((one) => one.role === role && one.index === index)?.environment
      const visible = visibility(await accelerators(), acceleratorsOf(spec, position))
      const environment = { ...spec.environment, ...own, ...visible }
      const groups = await cgroups().create(folder, spec.limits)
      const { argv, workingFolder } = spec
      const logFile = needs.logFile(name)
      await launch({ folder, argv, environment, workingFolder, logFile, waitsFor, groups })
      if ((await readState(folder)).phase === 'absent') throw new Error(`the supervisor of ${name} did not start`)
    }),
  )
  // Wait for all, so that late starts are not missed by the cleanup.
  const failure = launched.find((each) => each.status === 'rejected')
  if (failure) throw failure.reason
  if (waitsFor !== undefined) await release(waitsFor)
}

/** CUDA indexes follow the driver's listing. A run without accelerators sees none. */
function visibility(existing: readonly Accelerator[], indexes: readonly number[]): Record<string, string> {
  if (existing.length === 0) return {}
  return { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: indexes.join(',') }
}
