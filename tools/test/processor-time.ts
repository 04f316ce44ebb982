import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second (`USER_HZ`), whatever its kernel's own clock. */
const ticksPerSecond = 100

interface ProcessTimes {
  readonly parent: number
  /** Ticks of the process itself, and of its children that have ended and been waited for. */
  readonly ticks: number
}

/** A file of tests or stories, from the root, and the processor seconds that it took with all that it started. */
export interface ProcessorTime {
  readonly file: string
  readonly seconds: number
}

/** Fields 4 and 14 to 17 of `/proc/<pid>/stat`; see proc_pid_stat(5). The name before them may hold spaces and brackets. */
function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/**
 * The processor seconds that a process and everything below it have taken so far; 0 where there is no `/proc`. A process
 * that has left the tree, as a supervisor does, is not counted.
 */
export function processorSeconds(pid: number): number {
  if (!existsSync('/proc/self/stat')) return 0
  const times = new Map<number, ProcessTimes>()
  for (const entry of readdirSync('/proc')) {
    const read = /^\d+$/.test(entry) ? readTimes(Number(entry)) : undefined
    if (read !== undefined) times.set(Number(entry), read)
  }
  const children = Map.groupBy(times, ([, { parent }]) => parent)
  const ticksBelow = (id: number): number =>
    (times.get(id)?.ticks ?? 0) +
    (children.get(id) ?? []).reduce((total, [child]) => total + (child === id ? 0 : ticksBelow(child)), 0)
  return ticksBelow(pid) / ticksPerSecond
}

/** Notes what a file took, for the run that has asked for it by `VERMILION_PROCESSOR_TIMES`. */
export function noteProcessorTime(time: ProcessorTime): void {
  const report = process.env['VERMILION_PROCESSOR_TIMES']
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(time)}\n`)
}

export function readProcessorTimes(report: string): ProcessorTime[] {
  if (!existsSync(report)) return []
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  const files = Map.groupBy(
    lines.map((line) => JSON.parse(line) as ProcessorTime),
    ({ file }) => file,
  )
  return [...files].map(([file, all]) => ({ file, seconds: all.reduce((total, { seconds }) => total + seconds, 0) }))
}

/** The area of a file: of the server `server/datasets`, elsewhere the workspace, and `stories` for what a browser tells. */
export function areaOf(file: string): string {
  if (file.endsWith('.spec.ts')) return 'stories'
  const [workspace = '', , folder, area] = file.split('/')
  return folder === 'areas' ? `${workspace}/${area}` : workspace
}

/** Beyond this the first circle has grown too large; 1,800 are its goal, which two idle processors take 15 minutes for. */
const limitSeconds = 2_400

/** A failure where a run took more than it may on this machine, whose slowness against the usual one is given. */
export function processorFinding(seconds: number, slowness: number): string | undefined {
  const limit = Math.round(limitSeconds * slowness)
  if (seconds <= limit) return undefined
  return `✗ the first circle took ${Math.round(seconds)} CPU-s; it may take ${limit} here: move proofs to the second circle`
}

/** Processor seconds by area, the largest first, a line each. */
export function processorTable(times: readonly ProcessorTime[]): string {
  const areas = Map.groupBy(times, ({ file }) => areaOf(file))
  const rows = [...areas].map(([area, all]) => ({
    file: area,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
  return processorLines(rows)
}

export function processorLines(times: readonly ProcessorTime[], maxLines = Number.POSITIVE_INFINITY): string {
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, maxLines)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} CPU-s  ${file}`)
    .join('\n')
}
