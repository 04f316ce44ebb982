import { Readable } from 'node:stream'
import type { DeviceArchive, DeviceTreeEntry } from '@vermilion/contract/devices/files'
import { deviceChild, deviceFileName } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { newId } from '#platform/ids'
import { zip, type ZipEntry } from '#areas/files'
import type { KeepDeviceRecord } from '../records/records.ts'
import { archiveName, findEntry } from './browsing.ts'
import { failureTextAt } from './failures.ts'
import { absolutePath } from './paths.ts'
import type { SftpSessions } from './sessions.ts'
import type { Sftp } from './sftp/sftp.ts'
import { readFile } from './sftp/transfer.ts'
import { type FileInTurn, type PathToRead, readInOrder } from './small-files.ts'
import { tar } from './tar.ts'
import { walkTree } from './walk.ts'

/** Milliseconds that a prepared archive stays available, and their maximum number. */
const lifetime = 10 * 60_000
const maxArchives = 50
const problemsName = 'NOT-INCLUDED.txt'

interface ChosenArchive extends DeviceArchive {
  readonly accountId: string
  readonly deviceId: string
  readonly paths: readonly string[]
  readonly until: number
}

interface FileToRead extends PathToRead {
  readonly name: string
}

interface Needs {
  readonly sessions: SftpSessions
  readonly clock: Clock
  readonly keepRecord: KeepDeviceRecord
}

export function createDeviceDownloads({ sessions, clock, keepRecord }: Needs) {
  const archives = new Map<string, ChosenArchive>()

  function removeExpired(): void {
    for (const [id, { until }] of archives) if (until < clock.now() || archives.size > maxArchives) archives.delete(id)
  }

  return {
    async chooseArchive(deviceId: string, paths: readonly string[], accountId: string): Promise<DeviceArchive> {
      const [first = ''] = paths
      await sessions.use(deviceId, 'browse', async (sftp) => findEntry(sftp, await absolutePath(sftp, first)))
      const name = `${(paths.length === 1 ? archiveName(first) : 'files').replaceAll(/[/\\:*?"<>|]/g, '_')}.zip`
      const id = newId()
      archives.set(id, { id, name, accountId, deviceId, paths, until: clock.now() + lifetime })
      removeExpired()
      return { id, name }
    },

    async downloadArchive(id: string, account: { id: string; username: string }, signal: AbortSignal) {
      removeExpired()
      const archive = archives.get(id)
      if (archive === undefined || archive.accountId !== account.id) throw fail('archive.not-found')
      const content = await sessions.stream(archive.deviceId, async (sftp) =>
        zip(zipEntries(sftp, archive.paths, signal)),
      )
      const detail = archive.paths.join('\n')
      await keepRecord(archive.deviceId, 'file-downloaded', { account: account.username, detail })
      return { name: archive.name, content }
    },

    tree: (deviceId: string, input: string, signal: AbortSignal): Promise<Readable> =>
      sessions.stream(deviceId, async (sftp) => {
        const root = await absolutePath(sftp, input)
        const entry = await findEntry(sftp, root)
        if (entry.type !== 'folder' && entry.target !== 'folder') throw fail('device-file.not-folder', { path: root })
        return treeLines(sftp, root, signal)
      }),

    /** Packs files into a tar, each named by its index; unreadable ones are left out. */
    async pack(deviceId: string, paths: readonly string[], account: string, signal: AbortSignal): Promise<Readable> {
      const files = paths.map((path, index) => ({ path, name: String(index), size: 0 }))
      const content = await sessions.stream(deviceId, async (sftp) => tar(tarEntries(sftp, files, signal)))
      const detail = [`${paths.length} files`, ...paths.slice(0, 20)].join('\n')
      await keepRecord(deviceId, 'file-downloaded', { account, detail })
      return content
    },
  }
}

async function* treeLines(sftp: Sftp, root: string, signal: AbortSignal) {
  let lines = ''
  for await (const { path, type, attributes } of walkTree(sftp, root, { signal, onProblem: () => undefined })) {
    if (type !== 'file' && type !== 'folder') continue
    const entry: DeviceTreeEntry = { path, type, size: attributes.size ?? 0, modifiedAt: attributes.modifiedAt }
    lines += `${JSON.stringify(entry)}\n`
    if (lines.length < 64 * 1024) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}

type Problems = { path: string; reason: string }[]

const maxProblems = 10_000

async function* filesOf(sftp: Sftp, paths: readonly string[], signal: AbortSignal, problems: Problems) {
  const note = (path: string, error: unknown) => {
    if (problems.length < maxProblems) problems.push({ path, reason: problemText(path, error) })
  }
  for (const input of paths) {
    const root = await absolutePath(sftp, input)
    const name = deviceFileName(root) || 'device'
    const entry = await findEntry(sftp, root).catch((error: unknown) => note(root, error))
    if (entry === undefined) continue
    const { path: own } = entry
    if (entry.type === 'file' || entry.target === 'file') yield { path: own, name, size: entry.size }
    else if (entry.type === 'folder' || entry.target === 'folder') {
      const onProblem = (path: string, error: unknown) => note(deviceChild(root, path), error)
      for await (const { path, type, attributes } of walkTree(sftp, root, { signal, onProblem })) {
        if (type === 'file')
          yield { path: deviceChild(root, path), name: `${name}/${path}`, size: attributes.size ?? 0 }
        else if (type === 'link') note(deviceChild(root, path), new Error('links are not followed'))
      }
    } else note(root, new Error('it is no regular file'))
  }
}

async function* zipEntries(sftp: Sftp, paths: readonly string[], signal: AbortSignal): AsyncGenerator<ZipEntry> {
  const problems: Problems = []
  for await (const file of readInOrder<FileToRead>(sftp, filesOf(sftp, paths, signal, problems), signal)) {
    const { path, name } = file.requested
    if ('error' in file) {
      if (problems.length < maxProblems) problems.push({ path, reason: problemText(path, file.error) })
    } else {
      const size = file.attributes.size ?? 0
      const openContent = async () => contentOf(sftp, file)
      yield {
        path: name,
        modifiedAt: new Date((file.attributes.modifiedAt ?? 0) * 1_000),
        stat: async () => ({ size, open: openContent }),
      }
    }
  }
  if (problems.length === 0) return
  const text = Buffer.from(problems.map(({ path, reason }) => `${path}: ${reason}\n`).join(''))
  const stat = async () => ({ size: text.length, open: async () => Readable.from([text]) })
  yield { path: problemsName, modifiedAt: new Date(), stat }
}

async function* tarEntries(sftp: Sftp, files: readonly FileToRead[], signal: AbortSignal) {
  for await (const file of readInOrder(sftp, files, signal)) {
    if ('error' in file) continue
    const { size, modifiedAt } = file.attributes
    yield { name: file.requested.name, size: size ?? 0, modifiedAt: modifiedAt ?? 0, content: contentOf(sftp, file) }
  }
}

async function* contentOf(
  sftp: Sftp,
  file: Exclude<FileInTurn<FileToRead>, { error: Error }>,
): AsyncGenerator<Uint8Array> {
  if (file.bytes !== null) yield file.bytes
  else yield* readFile(sftp, file.requested.path, { start: 0, end: (file.attributes.size ?? 0) - 1 })
}

const problemText = (path: string, error: unknown): string =>
  failureTextAt(path, error)?.en ?? (error instanceof Error ? error.message : String(error))
