import { stripVTControlCharacters } from 'node:util'
import type { EnvironmentProgress } from '@vermilion/contract/tasks/environments/python-environments'

const maxLines = 40
const maxLineLength = 400

const units: Readonly<Record<string, number>> = {
  bytes: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  B: 1,
  KiB: 1_024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
}

/** Reads what pip or uv print of their progress. uv names a package with its size once it was fetched; pip's downloads are measured. */
export function createOutputReader(
  packages: number,
  onProgress: (progress: Partial<EnvironmentProgress>) => void,
  secrets: readonly string[] = [],
) {
  const lines: string[] = []
  let total = packages
  let bytes = 0
  let isInstalling = false
  const fetching = new Set<string>()
  const sizes = new Map<string, number>()
  let part = ''

  function readLine(text: string): void {
    const line = stripVTControlCharacters(text.slice(text.lastIndexOf('\r') + 1)).trimEnd()
    if (line.trim() === '') return
    lines.push(secrets.reduce((rest, secret) => rest.replaceAll(secret, '****'), line).slice(0, maxLineLength))
    if (lines.length > maxLines) lines.shift()
    const resolved = /^Resolved (\d+) packages?/.exec(line)?.[1]
    if (resolved !== undefined) total = Number(resolved)
    const [, name = '', size, unit = ''] = /^\s*Downloading (\S+) \(([\d.]+) ?([A-Za-z]+)\)/.exec(line) ?? []
    sizes.set(name, Math.round(Number(size ?? 0) * (units[unit] ?? 0)))
    const downloaded = /^\s*Downloaded (\S+)/.exec(line)?.[1]
    bytes += sizes.get(downloaded ?? '') ?? 0
    const collected = /^\s*Collecting (\S+)/.exec(line)?.[1] ?? downloaded
    if (collected !== undefined) fetching.add(collected)
    isInstalling ||= /^(?:Installing collected packages|Prepared \d+ packages?)/.test(line)
    const done = isInstalling ? total : Math.min(total, Math.max(0, fetching.size - 1))
    onProgress(bytes === 0 ? { done, total } : { done, total, bytes })
  }

  return {
    lines: (): readonly string[] => lines,
    read(chunk: string): void {
      const complete = (part + chunk).split('\n')
      part = complete.pop() ?? ''
      for (const line of complete) readLine(line)
    },
    end(): void {
      readLine(part)
      part = ''
    },
  }
}
