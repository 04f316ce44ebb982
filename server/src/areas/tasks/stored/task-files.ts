import { constants } from 'node:fs'
import { access, lstat, mkdir, open, realpath, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { fileState, ifMissing, openInFolder, sameState } from '#platform/blobs/folder-file'
import { rowOwner } from '#platform/blobs/index-check'
import { readJson, writeDurably } from '#platform/blobs/moving/location'
import { writeVerified } from '#platform/blobs/place-file'
import { newId } from '#platform/ids'
import { inTurns } from '#platform/in-turns'
import { createKeyedMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'
import type { TaskRow } from '../rows/task-row.ts'
import type { taskFolders } from '../running/task-folders.ts'
import { journals } from '../series/find-sources.ts'
import { pathsBelow, storedPaths } from './stored-paths.ts'
import { createTaskFileStore, type TaskFileRow } from './task-file-store.ts'

type Folders = ReturnType<typeof taskFolders>

interface TaskFilesNeeds extends Pick<Platform, 'database' | 'blobs' | 'blobOwners' | 'lifecycle' | 'log'> {
  folders(taskId: string): Folders
  /** Tasks that have or get a run. */
  followed(): Promise<Pick<TaskRow, 'id'>[]>
}

const filesAtOnce = 8
const journal = `series/${journals.mlflow}`

export type TaskFiles = ReturnType<typeof createTaskFiles>

/**
 * Files of tasks lie in the data folder. Where contents lie in a bucket they are put there as well: when a run is handed to an
 * engine that outlives this machine, before the end of a task is told, and what programs were confirmed at once. A server whose
 * data folder lacks them, or has earlier ones, brings them when somebody asks. The file `stored.json` of a task's folder has the
 * version that the folder is of, and the one before it.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createTaskFiles({ database, blobs, blobOwners, lifecycle, log, folders, followed }: TaskFilesNeeds) {
  const store = createTaskFileStore(database)
  blobOwners.add(rowOwner(database, 'task-output', 'taskFiles'))
  const inTurn = createKeyedMutex()
  const advancing = createKeyedMutex()
  /** Tasks whose folder here is known to be the latest. */
  const current = new Set<string>()
  const closing = new AbortController()
  const isElsewhere = () => blobs.service?.() !== undefined
  const markOf = (taskId: string) => join(folders(taskId).folder, 'stored.json')

  async function isCurrent(taskId: string): Promise<boolean> {
    if (current.has(taskId)) return true
    const version = await store.version(taskId)
    const here = version === undefined ? [] : await readJson<string[]>(markOf(taskId))
    if (version !== undefined && here?.includes(version) !== true) return false
    current.add(taskId)
    return true
  }

  /** The folder is the latest, even where a kill comes between both writes. */
  const advance = (taskId: string, save = (version: string) => store.setVersion(taskId, version)): Promise<void> =>
    advancing(taskId, async () => {
      const [former = '', version] = [await store.version(taskId), newId()]
      await mkdir(folders(taskId).folder, { recursive: true })
      await writeDurably(markOf(taskId), [former, version])
      await save(version)
      current.add(taskId)
    })

  const advanceOnce = async (taskId: string) => (await store.version(taskId)) ?? (await advance(taskId))

  async function put(
    taskId: string,
    root: string,
    path: string,
    former?: TaskFileRow,
  ): Promise<TaskFileRow | undefined> {
    const file = await openInFolder(root, path).catch(ifMissing)
    if (file === undefined) return undefined
    if (former === undefined || !sameState(former, file)) {
      const { checksum, size } = await blobs.put(await file.stream(), { signal: closing.signal })
      return { taskId, path, checksum, size, modifiedAt: file.modifiedAt }
    }
    await file.handle.close()
    return former
  }

  /** `runs` stores the files of the run under way, too. */
  async function storeAll({ id, kind }: Pick<TaskRow, 'id' | 'kind'>, { runs = false } = {}): Promise<void> {
    if (!isElsewhere()) return
    const root = await realpath((await at(id)).folder).catch(ifMissing)
    if (root === undefined) return
    const former = new Map((await store.files(id)).map((row) => [row.path, row]))
    const files: TaskFileRow[] = []
    await inTurns(await storedPaths(root, { kind, runs }), filesAtOnce, async (path) => {
      const row = await put(id, root, path, former.get(path))
      if (row !== undefined) files.push(row)
    })
    const journalSize = files.find(({ path }) => path === journal)?.size ?? 0
    await advance(id, (version) => store.replace(id, version, files, journalSize))
  }

  async function bring({ path, checksum, ...state }: TaskFileRow, folder: string): Promise<void> {
    const file = join(folder, path)
    const stats = await lstat(file).catch(ifMissing)
    if (stats?.isFile() === true && sameState(fileState(stats), state)) return
    await mkdir(dirname(file), { recursive: true })
    await rm(file, { recursive: true, force: true })
    if (!(await writeVerified(await blobs.open(checksum), checksum, file))) throw new Error(`${checksum} is damaged`)
    await utimes(file, state.modifiedAt / 1e6, state.modifiedAt / 1e6)
  }

  async function bringJournal(taskId: string, folder: string): Promise<void> {
    const parts = await store.journal(taskId)
    if (parts.length === 0) return
    await mkdir(dirname(join(folder, journal)), { recursive: true })
    const file = await open(join(folder, journal), constants.O_RDWR | constants.O_CREAT)
    try {
      for (const { position, lines } of parts) {
        const { size } = await file.stat()
        await file.write(Buffer.from(lines), 0, undefined, Math.min(position, size))
      }
    } finally {
      await file.close()
    }
  }

  async function bringAll(taskId: string, below: string): Promise<void> {
    const { folder } = folders(taskId)
    const files = (await store.files(taskId)).filter(({ path }) => path.startsWith(below))
    await inTurns(files, filesAtOnce, (file) => bring(file, folder))
    if (below !== '') return
    await mkdir(folder, { recursive: true })
    const latest = new Set(files.map(({ path }) => path))
    for (const path of await pathsBelow(folder))
      if (!latest.has(path) && !path.startsWith('data')) await rm(join(folder, path), { force: true })
    await bringJournal(taskId, folder)
    await writeDurably(markOf(taskId), [(await store.version(taskId)) ?? ''])
    current.add(taskId)
  }

  /** From now on no other data folder has the latest files of the running task. */
  async function takeOver(taskId: string): Promise<void> {
    if ((await store.version(taskId)) === undefined) return
    if (!(await isCurrent(taskId))) await bringAll(taskId, '')
    await advance(taskId)
  }

  /** The folders of a task, with its files, or those whose paths begin as given. */
  async function at(taskId: string, below = ''): Promise<Folders> {
    if (!(await isCurrent(taskId)))
      await inTurn(taskId, async () => (await isCurrent(taskId)) || (await bringAll(taskId, below)))
    return folders(taskId)
  }

  /** Runs show their tokens as soon as the server listens. */
  async function bringTokens(): Promise<void> {
    await inTurns(await followed(), filesAtOnce, ({ id }) => at(id, 'fetched-data/'))
  }

  async function storeMissing(): Promise<void> {
    for (const task of isElsewhere() ? await store.missing() : []) {
      if (closing.signal.aborted) return
      await storeAll(task).catch((error: unknown) => {
        if (error instanceof StoreUnreachable) throw error
        // It may have been deleted meanwhile.
        log.warn({ err: error, taskId: task.id }, 'the files of a task could not be stored')
      })
    }
  }

  lifecycle.onStart(async () => {
    await bringTokens().catch((error: unknown) =>
      log.warn({ err: error }, 'files of running tasks could not be brought'),
    )
    void storeMissing().catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn({ err: error }, 'files of ended tasks could not be stored; the next start tries again')
    })
  })
  lifecycle.onStop(() => closing.abort())

  return {
    store: storeAll,
    takeOver: (taskId: string) => inTurn(taskId, () => takeOver(taskId)),

    at,

    async has(taskId: string, path: string): Promise<boolean> {
      if (!(await isCurrent(taskId))) return (await store.file(taskId, path)) !== undefined
      return access(join(folders(taskId).folder, path)).then(
        () => true,
        () => false,
      )
    },

    /** Stores lines of a journal before the program that sent them is answered. */
    async keep(taskId: string, path: string): Promise<void> {
      if (!isElsewhere()) return
      const row = await put(taskId, await realpath(folders(taskId).folder), path)
      if (row === undefined) return
      await store.add(row)
      await advanceOnce(taskId)
    },

    async keepJournal(taskId: string, position: number, lines: string): Promise<void> {
      if (!isElsewhere()) return
      await store.addToJournal(taskId, position, lines)
      await advanceOnce(taskId)
    },
  }
}
