import { maximumPathLength } from '@vermilion/contract/paths'
import type { ArchiveEntry } from '@vermilion/contract/previews'

/** What is found in an archive. */
export interface Entries {
  readonly entries: ArchiveEntry[]
  readonly total: number | null
}

/** A name as it was written: UTF-8, or what Chinese systems wrote before. */
export function entryName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** As much of a name as a path may be long. A copy: a part of a text holds the whole of it. */
export function shown(name: string): string {
  return name.length <= maximumPathLength ? name : Buffer.from(`${name.slice(0, maximumPathLength)}…`).toString()
}

/** Whether a file of this name would land outside the folder that it is unpacked in. */
export function escapes(path: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..')
}

export function timeOf(date: Date | undefined): string | null {
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
