import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { specProblems } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'

/** What keeps a run from being a job, as far as this machine can tell. */
export async function problemsOf(spec: RunSpec, settings: SlurmSettings): Promise<string[]> {
  const matches = specProblems(isAbsolute(spec.workingFolder) ? spec : { ...spec, ...absoluteParts(spec) })
  const { containers, configuration, sharedHere, connection, loginDevice } = settings
  if (connection === 'ssh' && loginDevice === undefined) matches.push('the pool names no login node')
  if (connection === 'rest') matches.push('Slurm is reached by its commands, here or on a login node')
  if (spec.image === undefined && containers !== 'none') matches.push('the pool runs images, and the task has none')
  if (spec.image !== undefined && containers === 'none')
    matches.push('the pool runs no images: choose Pyxis or Apptainer in its settings where the cluster has one')
  if (spec.network !== 'host') matches.push(`Slurm has no network ${spec.network}`)
  if (connection === 'commands' && configuration !== undefined && !(await isUsable(configuration, constants.R_OK)))
    matches.push(`there is no configuration of Slurm at ${configuration}, or this server may not read it`)
  if (!(await isUsable(sharedHere, constants.R_OK | constants.W_OK)))
    matches.push(`there is no shared folder ${sharedHere} on this machine, or this server may not write into it`)
  return matches
}

/** A run that is placed by relative names has its program in the PATH of the nodes. */
function absoluteParts({ workingFolder, argv: [program, ...rest] }: RunSpec): Pick<RunSpec, 'workingFolder' | 'argv'> {
  const isPlain = /^[\w.+-]+$/.test(program)
  return { workingFolder: `/${workingFolder}`, argv: [isPlain ? `/${program}` : program, ...rest] }
}

const isUsable = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )
