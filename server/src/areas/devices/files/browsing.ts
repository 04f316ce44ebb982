import type { DeviceFile, DeviceFileCount, DeviceFileList, DeviceFileSort } from '@vermilion/contract/devices/files'
import { deviceChild, deviceFileName, displayName, pathBytes, pathText } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { newId } from '#platform/ids'
import { entryOf, targetOf, typeOf } from './entries.ts'
import { about } from './failures.ts'
import { readFolder } from './folder-reader.ts'
import { absolutePath } from './paths.ts'
import type { SftpSessions } from './sessions.ts'
import type { Sftp } from './sftp/sftp.ts'
import { walkTree } from './walk.ts'

export interface FolderQuery {
  readonly path: string
  readonly offset: number
  readonly limit: number
  readonly sort: DeviceFileSort
  readonly search?: string | undefined
  readonly hidden: boolean
  readonly listing?: string | undefined
}

interface Reading {
  readonly id: string
  readonly deviceId: string
  readonly path: string
  readonly entries: readonly DeviceFile[]
  readonly refused: number
  readonly isCut: boolean
  readonly readAt: number
  chosen: { readonly key: string; readonly entries: readonly DeviceFile[] } | null
}

/** Milliseconds that a listing is cached for its next pages, and limit of all cached entries. */
const lifetime = 60_000
const maxCached = 600_000
const countingTime = 10_000

async function countBelow(
  sftp: Sftp,
  paths: readonly string[],
  { signal, isLate }: { signal: AbortSignal; isLate: () => boolean },
): Promise<DeviceFileCount> {
  const sum = { files: 0, folders: 0, bytes: 0, isCut: false }
  for (const path of paths) {
    const absolute = await absolutePath(sftp, path)
    const entry = await findEntry(sftp, absolute)
    if (entry.type === 'folder') sum.folders += 1
    else sum.files += 1
    sum.bytes += entry.type === 'file' ? entry.size : 0
    if (entry.type !== 'folder') continue
    for await (const { type, attributes } of walkTree(sftp, absolute, { signal, onProblem: () => undefined })) {
      if (type === 'folder') sum.folders += 1
      else sum.files += 1
      sum.bytes += type === 'file' ? (attributes.size ?? 0) : 0
      if (isLate()) return { ...sum, isCut: true }
    }
  }
  return sum
}

/** Browses folders on devices. A folder is read completely, and returned in pages. */
export function createDeviceBrowsing({ sessions, clock }: { sessions: SftpSessions; clock: Clock }) {
  const readings = new Map<string, Reading>()

  function keep(reading: Reading): void {
    readings.set(reading.id, reading)
    let retained = 0
    for (const one of [...readings.values()].toReversed()) {
      retained += one.entries.length
      if (one !== reading && (retained > maxCached || one.readAt < clock.now() - lifetime)) readings.delete(one.id)
    }
  }

  async function read(sftp: Sftp, deviceId: string, path: string): Promise<Reading> {
    const absolute = await absolutePath(sftp, path)
    return about(absolute, async () => {
      const resolved = pathText(await sftp.realpath(pathBytes(absolute)))
      if (typeOf(await sftp.stat(pathBytes(resolved))) !== 'folder')
        throw fail('device-file.not-folder', { path: resolved })
      const { entries, refused, isCut } = await readFolder(sftp, pathBytes(resolved))
      const files = entries.map(({ name, ...attributes }) => entryOf(deviceChild(resolved, pathText(name)), attributes))
      const readAt = clock.now()
      const reading: Reading = {
        id: newId(),
        deviceId,
        path: resolved,
        entries: files,
        refused,
        isCut,
        readAt,
        chosen: null,
      }
      keep(reading)
      return reading
    })
  }

  function choose(reading: Reading, { sort, search = '', hidden }: FolderQuery): readonly DeviceFile[] {
    const key = JSON.stringify([sort, search, hidden])
    if (reading.chosen?.key === key) return reading.chosen.entries
    const text = search.toLowerCase()
    const matches = reading.entries.filter(
      ({ name }) =>
        (hidden || !name.startsWith('.')) && (text === '' || displayName(name).toLowerCase().includes(text)),
    )
    const entries = matches.toSorted(compareBy(sort))
    reading.chosen = { key, entries }
    return entries
  }

  const resolveLinks = (sftp: Sftp, entries: readonly DeviceFile[]): Promise<DeviceFile[]> =>
    Promise.all(
      entries.map(async (entry) =>
        entry.type === 'link'
          ? { ...entry, target: targetOf(await sftp.stat(pathBytes(entry.path)).catch(() => undefined)) }
          : entry,
      ),
    )

  return {
    list: (deviceId: string, query: FolderQuery): Promise<DeviceFileList> =>
      sessions.use(deviceId, 'browse', async (sftp) => {
        const earlier = query.listing === undefined ? undefined : readings.get(query.listing)
        const isSame = earlier !== undefined && earlier.deviceId === deviceId
        const reading = isSame ? earlier : await read(sftp, deviceId, query.path)
        const entries = choose(reading, query)
        return {
          path: reading.path,
          entries: await resolveLinks(sftp, entries.slice(query.offset, query.offset + query.limit)),
          total: entries.length,
          hidden: reading.entries.filter(({ name }) => name.startsWith('.')).length,
          refused: reading.refused,
          isCut: reading.isCut,
          listing: reading.id,
        }
      }),

    get: (deviceId: string, path: string): Promise<DeviceFile> =>
      sessions.use(deviceId, 'browse', async (sftp) => findEntry(sftp, await absolutePath(sftp, path))),

    count: (deviceId: string, paths: readonly string[], signal: AbortSignal): Promise<DeviceFileCount> => {
      const until = clock.now() + countingTime
      const isLate = () => clock.now() > until
      return sessions.use(deviceId, 'browse', (sftp) => countBelow(sftp, paths, { signal, isLate }))
    },
  }
}

export function findEntry(sftp: Sftp, path: string): Promise<DeviceFile> {
  return about(path, async () => {
    const attributes = await sftp.lstat(pathBytes(path))
    const isLink = typeOf(attributes) === 'link'
    const target = isLink ? targetOf(await sftp.stat(pathBytes(path)).catch(() => undefined)) : null
    return entryOf(path, attributes, target)
  })
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compareBy(sort: DeviceFileSort): (one: DeviceFile, other: DeviceFile) => number {
  const sign = sort.startsWith('-') ? -1 : 1
  const field = sort.replace('-', '')
  const byName = (one: DeviceFile, other: DeviceFile) =>
    collator.compare(one.name, other.name) || (one.name < other.name ? -1 : 1)
  const byField: typeof byName =
    field === 'size'
      ? (one, other) => one.size - other.size
      : field === 'modifiedAt'
        ? (one, other) => (one.modifiedAt ?? '').localeCompare(other.modifiedAt ?? '')
        : byName
  return (one, other) => {
    const folders = Number(other.type === 'folder') - Number(one.type === 'folder')
    return folders || sign * byField(one, other) || byName(one, other)
  }
}

export const archiveName = (path: string): string => displayName(deviceFileName(path)) || 'device'
