import { access, constants } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { programEnvironment, runProgram } from '#platform/processes/start-program'

export interface Python {
  /** Absolute path of the interpreter. */
  program: string
  /** Major and minor, such as `3.12`. */
  version: string
  /** Such as `linux-x86_64-glibc`. */
  platform: string
}

export interface PythonNeeds {
  /** Path or name that `VERMILION_PYTHON` has; undefined takes what PATH has. */
  configured: string | undefined
  path: string
}

export type PythonSearch = { python: Python; uv: string | undefined } | { problem: Text }

interface Probe extends Python {
  minor: number
  canMake: boolean
}

const oldestMinor = 10
const newestMinor = 15
const usualNames = [
  'python3',
  ...Array.from({ length: newestMinor - oldestMinor + 1 }, (_, back) => `python3.${newestMinor - back}`),
]
const probeTimeout = 20_000

const probeSource = `
import json, platform, sys, sysconfig
from importlib.util import find_spec
print(json.dumps([sys.executable, *sys.version_info[:2], sysconfig.get_platform(), platform.libc_ver()[0],
    find_spec("venv") is not None and find_spec("ensurepip") is not None]))
`

async function pathOf(name: string, path: string): Promise<string | undefined> {
  const candidates = name.includes('/')
    ? [name]
    : path
        .split(':')
        .filter(isAbsolute)
        .map((folder) => join(folder, name))
  for (const candidate of candidates) {
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return candidate
  }
  return undefined
}

async function probe(name: string, path: string): Promise<Probe | undefined> {
  const program = await pathOf(name, path)
  if (program === undefined) return undefined
  try {
    const env = { ...programEnvironment(), PATH: path }
    const { stdout } = await runProgram(program, ['-I', '-c', probeSource], { timeout: probeTimeout, env })
    const [executable, major, minor, platform, libc, canMake] = JSON.parse(stdout) as [
      string,
      number,
      number,
      string,
      string,
      boolean,
    ]
    if (major !== 3) return undefined
    const named = libc === '' ? platform : `${platform}-${libc}`
    return { program: executable, version: `3.${minor}`, minor, platform: named, canMake }
  } catch {
    return undefined
  }
}

/** `oldest` is the oldest version that fits, such as `3.11`. */
export async function findPython({ configured, path }: PythonNeeds, oldest = '3.10'): Promise<PythonSearch> {
  const uv = await pathOf('uv', path)
  const least = Math.max(oldestMinor, Number(oldest.split('.')[1]))
  let tooOld: string | undefined
  let withoutVenv: string | undefined
  for (const name of configured === undefined ? usualNames : [configured]) {
    const match = await probe(name, path)
    if (match === undefined) continue
    if (match.minor < least) tooOld ??= match.version
    else if (!match.canMake && uv === undefined) withoutVenv ??= match.version
    else {
      const { program, version, platform } = match
      return { python: { program, version, platform }, uv }
    }
  }
  const oldestText = `3.${least}`
  const command = await installCommand(withoutVenv, path)
  if (withoutVenv !== undefined) return { problem: sayInBoth(problems.venv, { version: withoutVenv, command }) }
  if (configured !== undefined)
    return { problem: sayInBoth(problems.configured, { program: configured, oldest: oldestText }) }
  if (tooOld !== undefined)
    return { problem: sayInBoth(problems.old, { version: tooOld, oldest: oldestText, command }) }
  return { problem: sayInBoth(problems.missing, { oldest: oldestText, command }) }
}

const problems = {
  venv: {
    en: 'Python {version} of this machine lacks the modules venv and ensurepip. Install them, then choose again: {command}',
    zh: '本机的 Python {version} 缺少 venv 和 ensurepip 模块。请安装后重新选择：{command}',
  },
  configured: {
    en: 'VERMILION_PYTHON names {program}, which is no Python from {oldest} on. Set it to one, or leave it out to take the one in PATH',
    zh: 'VERMILION_PYTHON 指定的 {program} 不是 Python {oldest} 或更高版本。请更正，或移除该变量以使用 PATH 中的 Python',
  },
  old: {
    en: 'Python {version} of this machine is too old: {oldest} or later is needed. Install it, then choose again: {command}',
    zh: '本机的 Python {version} 版本过低，需要 {oldest} 或更高版本。请安装后重新选择：{command}',
  },
  missing: {
    en: 'This machine has no Python: {oldest} or later is needed. Install it, then choose again: {command}',
    zh: '本机没有 Python，需要 {oldest} 或更高版本。请安装后重新选择：{command}',
  },
} as const satisfies Record<string, Text>

const installCommands = {
  'apt-get': 'sudo apt install python3 python3-venv',
  dnf: 'sudo dnf install python3',
  zypper: 'sudo zypper install python3',
  pacman: 'sudo pacman -S python',
  apk: 'sudo apk add python3',
  brew: 'brew install python',
} as const

/** Debian and Ubuntu have the modules of each version in a package of its own. */
async function installCommand(version: string | undefined, path: string): Promise<string> {
  for (const [tool, command] of Object.entries(installCommands)) {
    if ((await pathOf(tool, path)) === undefined) continue
    return tool === 'apt-get' && version !== undefined ? `sudo apt install python${version}-venv` : command
  }
  return 'https://docs.python.org/3/using/'
}
