import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shellCommand } from '#areas/devices'
import type { DeviceConnection } from '#areas/devices'
import { sizeOf } from '../port/log-file.ts'
import { pollScript } from './scripts.ts'

const maxPartBytes = 4 * 1_048_576
const pollTimeoutMs = 60_000
const lineFeed = 0x0a
const maxWholeBytes = 16 * 1_048_576
const plainName = /^[\w-][\w.-]{0,199}$/
/** Limits per run: number of files, and bytes of a growing one. The rest stays on the device. */
const maxFiles = 100
const maxGrownBytes = 2 * 1_024 ** 3

export interface LocalPlaces {
  log: string
  output: string
}

export interface RunState {
  phase: 'running' | 'ended' | 'lost'
  code: number | null
}

interface Part {
  kind: 'grown' | 'whole'
  name: string
  mark: string
  size: number
  bytes: Buffer
}

/** `phase …`, `grown length offset size name`, `whole length sum 0 name`, each followed by its bytes, and `end`. */
function parseReport(output: Buffer): RunState & { parts: Part[] } {
  let at = 0
  const parts: Part[] = []
  let state: RunState = { phase: 'lost', code: null }
  for (;;) {
    const end = output.indexOf(lineFeed, at)
    if (end < 0) throw new Error('what the device said of a run is cut off')
    const [kind = '', first = '', second = '', third = '', name = ''] = output.toString('utf8', at, end).split(' ')
    at = end + 1
    if (kind === 'phase') {
      const phase = first === 'running' || first === 'ended' ? first : 'lost'
      state = { phase, code: phase === 'ended' ? Number(second) : null }
      if (phase === 'lost' && at === output.length) return { ...state, parts }
    } else if (kind === 'end') return { ...state, parts }
    else if (kind === 'grown' || kind === 'whole') {
      const length = Number(first)
      if (!Number.isInteger(length) || at + length > output.length || !plainName.test(name))
        throw new Error('what the device said of a run cannot be read')
      parts.push({ kind, name, mark: second, size: Number(third), bytes: output.subarray(at, at + length) })
      at += length
    } else throw new Error('what the device said of a run cannot be read')
  }
}

/** Growing files are appended line by line, so an interrupted copy resumes exactly. */
export async function pollRun(
  connection: DeviceConnection,
  { run, key, places, contents }: { run: string; key: string; places: LocalPlaces; contents: Map<string, string> },
): Promise<RunState> {
  await mkdir(places.output, { recursive: true })
  for (;;) {
    const grown = ['log', ...[...contents.keys()].filter((name) => name.endsWith('.jsonl'))]
    const fileOf = (name: string) => (name === 'log' ? places.log : join(places.output, name))
    const sizes = await Promise.all(
      grown.map(async (name) => {
        const size = await sizeOf(fileOf(name))
        return `${name}=${size < maxGrownBytes ? size : Number.MAX_SAFE_INTEGER}`
      }),
    )
    const sums = [...contents].flatMap(([name, sum]) => (name.endsWith('.jsonl') ? [] : [`${name}=${sum}`]))
    const existing = `|${[...sizes, ...sums].join('|')}|`
    const { output } = await connection.run({
      argv: shellCommand(pollScript, run, key, String(maxPartBytes), existing),
      maxOutputBytes: 8 * maxPartBytes + maxWholeBytes,
      timeout: pollTimeoutMs,
    })
    const { parts, ...state } = parseReport(output)
    let isMore = false
    for (const part of parts) {
      const file = fileOf(part.name)
      if (part.name !== 'log' && !contents.has(part.name) && contents.size >= maxFiles) continue
      if (part.kind === 'whole') {
        await writeFile(`${file}.part`, part.bytes)
        await rename(`${file}.part`, file)
        contents.set(part.name, part.mark)
        continue
      }
      const local = await sizeOf(file)
      if (part.name !== 'log' && !contents.has(part.name)) {
        contents.set(part.name, '')
        if (local > 0) {
          isMore = true
          continue
        }
      }
      if (Number(part.mark) !== local || local >= maxGrownBytes) continue
      const lines = part.name === 'log' ? part.bytes : part.bytes.subarray(0, part.bytes.lastIndexOf(lineFeed) + 1)
      if (lines.length > 0) await appendFile(file, lines)
      if (lines.length > 0 && local + part.bytes.length < part.size) isMore = true
    }
    if (!isMore) return state
  }
}
