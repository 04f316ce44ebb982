import { type DeviceFacts, inferenceRuntimes, systemUpdaters } from '@vermilion/contract/devices/facts'
import { acceleratorsOf } from './accelerators.ts'
import { cleanText, type Line, linesOf, valuesOf, wholeNumber } from './lines.ts'
import { coreNames } from './processors.ts'

const placeholder =
  /^(?:to be filled|system (?:manufacturer|product|name|version)|default string|not specified|o\.?e\.?m\.?$|none$|unknown$|n\/a$|\.*$)/i

/** Null for output of another program. Unknown lines are ignored, missing values left out. */
export function parseFacts(output: Buffer | string, sftp: boolean): DeviceFacts | null {
  const lines = linesOf(output)
  const value = (key: string, maxLength = 200) => cleanText(valuesOf(lines, key)[0] ?? '', maxLength)
  if (value('vermilion-facts') !== '1') return null
  const architecture = value('architecture', 40)
  const python = value('python', 40)
  const { total, free } = storageOf(value('storage'))
  return {
    model: modelOf(value),
    hostName: value('host-name', 253),
    system: value('system').replaceAll(/^["']|["']$/g, ''),
    kernel: value('kernel'),
    architecture,
    cpu: { name: processorOf(lines), cores: Math.min(valuesOf(lines, 'cpu').length, 4_096) },
    memory: kibibytes(value('memory').split(' ')[0]),
    storage: { total, free },
    accelerators: acceleratorsOf(lines),
    python: /^\d+\.\d+/.test(python) ? python : null,
    runtimes: runtimesOf(lines),
    containerEngine: engineOf(value),
    updaters: systemUpdaters.filter((updater) =>
      valuesOf(lines, 'updater').includes(updater === 'deb' ? 'dpkg' : updater),
    ),
    sftp,
  }
}

function modelOf(value: (key: string) => string): string {
  const tree = value('tree-model')
  if (tree !== '') return tree
  const reported = (key: string) => (placeholder.test(value(key)) ? '' : value(key))
  const name = reported('dmi-product_name')
  const vendor = reported('dmi-sys_vendor')
  if (name !== '') return name.startsWith(vendor) ? name : `${vendor} ${name}`
  return `${reported('dmi-board_vendor')} ${reported('dmi-board_name')}`.trim()
}

function processorOf(lines: readonly Line[]): string {
  const [name] = valuesOf(lines, 'cpu-name')
  const [other = ''] = valuesOf(lines, 'cpu-other')
  return cleanText(coreNames(valuesOf(lines, 'cpu-part')) || (name ?? other))
}

const kibibytes = (text: string | undefined): number => {
  const value = wholeNumber(text)
  return value === null || value > Number.MAX_SAFE_INTEGER / 1_024 ? 0 : value * 1_024
}

export function storageOf(line: string): { total: number; free: number; used: number } {
  const numbers = /(\d+) +(\d+) +(\d+) +\d+%/.exec(line)
  const [total, used, free] = [1, 2, 3].map((index) => kibibytes(numbers?.[index])) as [number, number, number]
  return { total, used, free }
}

function runtimesOf(lines: readonly Line[]): DeviceFacts['runtimes'] {
  const byName = new Map<string, string>()
  for (const line of valuesOf(lines, 'runtime')) {
    const [name = '', version = '-'] = line.split(' ')
    if (!byName.has(name)) byName.set(name, version === '-' ? '' : cleanText(version, 40))
  }
  return inferenceRuntimes.flatMap((name) => {
    const version = byName.get(name)
    return version === undefined ? [] : [{ name, version }]
  })
}

function engineOf(value: (key: string) => string): string | null {
  for (const engine of ['docker', 'podman']) {
    const version = /\d+(?:\.\w+)+/.exec(value(engine))?.[0]
    if (version !== undefined) return cleanText(`${engine} ${version}`, 60)
  }
  return null
}
