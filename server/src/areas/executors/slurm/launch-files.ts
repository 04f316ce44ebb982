import { join } from 'node:path'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { commandLine } from '#areas/devices'
import type { Mount, RunSpec } from '../port/run-spec.ts'

export interface LaunchSettings {
  settings: Pick<SlurmSettings, 'containers' | 'modules' | 'virtualEnvironment'>
}

interface Launch extends LaunchSettings {
  spec: RunSpec
  mounts: readonly Mount[]
  workingFolder: string
  there: string
  /** Instances share nodes, and each is to see its own accelerators. */
  isDense: boolean
}

const imageAddress = (image: string) => (/^(?:[a-z]+:\/\/|\/)/.test(image) ? image : `docker://${image}`)

const bindingOf = ({ source, target, readOnly }: Mount) => `${source}:${target}${readOnly ? ':ro' : ''}`

/** Options of `srun` for all instances. */
export function stepOptions({ settings, spec, mounts, there, isDense }: Launch): string[] {
  const { count = 0 } = spec.accelerators
  const binding = isDense && count > 0 ? [`--gpu-bind=per_task:${count}`] : []
  const options = ['--kill-on-bad-exit=0', '--input=none', ...binding]
  if (settings.containers !== 'pyxis' || spec.image === undefined) return options
  const bindings = [{ source: there, target: there, readOnly: false }, ...mounts]
  const image = spec.image.replace(/^docker:\/\//, '')
  return [
    ...options,
    `--container-image=${image}`,
    `--container-mounts=${bindings.map(bindingOf).join(',')}`,
    `--container-workdir=${there}`,
    '--no-container-entrypoint',
  ]
}

export function commandOf({ settings, spec, mounts, workingFolder }: Launch): string[] {
  if (settings.containers !== 'apptainer' || spec.image === undefined) return [...spec.argv]
  const bindings = mounts.flatMap((mount) => ['--bind', bindingOf(mount)])
  const devices = spec.accelerators.count === undefined || spec.accelerators.count === 0 ? [] : ['--nv']
  return ['apptainer', 'exec', ...devices, ...bindings, '--pwd', workingFolder, imageAddress(spec.image), ...spec.argv]
}

/** Where modules are set up, in the order in which they are looked for. */
const moduleFiles = [
  '/etc/profile.d/lmod.sh',
  '/etc/profile.d/z00_lmod.sh',
  '/etc/profile.d/modules.sh',
  '/usr/share/lmod/lmod/init/sh',
  '/usr/share/modules/init/sh',
  '/usr/share/Modules/init/sh',
]

const failure = (words: string) => commandLine(['_supervisor_fail', '126', words])

/** Shell commands before the program: modules, the virtual environment, the folder. */
export function placeCommands({ settings, spec, workingFolder, there }: Launch): string {
  const lines: string[] = []
  const modules = (settings.modules ?? '').split(/[\s,]+/).filter((name) => name !== '')
  const isInside = settings.containers !== 'none' && spec.image !== undefined
  if (modules.length > 0 && !isInside) {
    for (const file of moduleFiles) {
      lines.push(`command -v module > /dev/null 2>&1 || [ ! -r ${file} ] || . ${file} > /dev/null 2>&1`)
    }
    const load = commandLine(['module', 'load', ...modules])
    lines.push(
      `command -v module > /dev/null 2>&1 && ${load} || ${failure(`the environment modules ${modules.join(', ')} cannot be loaded`)}`,
    )
  }
  if (settings.virtualEnvironment !== undefined && !isInside) {
    const folder = settings.virtualEnvironment
    lines.push(
      `${commandLine(['[', '-x', join(folder, 'bin/python'), ']'])} || ${failure(`there is no virtual environment at ${folder}`)}`,
      commandLine(['export', `VIRTUAL_ENV=${folder}`]),
      `export PATH=${commandLine([join(folder, 'bin')])}"\${PATH:+:$PATH}"`,
    )
  }
  // The folder that is left stays known as OLDPWD.
  const change = isInside && settings.containers === 'apptainer' ? there : workingFolder
  lines.push(`${commandLine(['cd', '--', change])} || ${failure(`there is no folder ${workingFolder} on this node`)}`)
  return lines.map((line) => `${line}\n`).join('')
}
