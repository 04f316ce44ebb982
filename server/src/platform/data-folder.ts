import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
// oxlint-disable-next-line vermilion/sql-dialect -- a lock that the operating system drops with its process
import { DatabaseSync } from 'node:sqlite'

export function dataPaths(folder: string) {
  return {
    folder,
    database: join(folder, 'vermilion.db'),
    lock: join(folder, 'lock.db'),
    holder: join(folder, 'server.json'),
    key: join(folder, 'secret.key'),
    blobs: join(folder, 'blobs'),
    blobCopies: join(folder, 'blob-copies'),
    bucketOwner: join(folder, 'bucket-owner'),
    diskOwner: join(folder, 'disk-owner'),
    blobLocation: join(folder, 'blob-location.json'),
    blobMove: join(folder, 'blob-move.json'),
    uploads: join(folder, 'uploads'),
    held: join(folder, 'held'),
    cache: join(folder, 'cache'),
    addressLists: join(folder, 'cache', 'address-lists'),
    assistModels: join(folder, 'assist-models'),
    environments: join(folder, 'environments'),
    modelFetches: join(folder, 'model-fetches'),
    backups: join(folder, 'backups'),
    lastBackup: join(folder, 'last-backup.json'),
  }
}
export type DataPaths = ReturnType<typeof dataPaths>

export class FolderInUse extends Error {}

/** Written by the holder of the lock for others; it has an address once it listens. */
interface Holder {
  readonly pid: number
  readonly since: string
  readonly address?: string
}

/** The lock is SQLite's own, on an empty database, and the kernel releases it however the process ends. Throws `FolderInUse`. */
export async function lockDataFolder(paths: DataPaths): Promise<() => void> {
  // Only the server's account may read the folder: it holds everybody's pictures.
  await mkdir(paths.folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(paths.lock, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    const pid = await holder(paths)
    throw new FolderInUse(
      `Another server${pid === undefined ? '' : ` (process ${pid})`} uses the data folder ${paths.folder}`,
    )
  }
  await recordHolder(paths)
  return () => lock.close()
}

/** Removes the rights of other accounts from an existing data folder. Returns undefined when they had none. */
export async function tightenDataFolder({ folder }: DataPaths): Promise<'tightened' | 'open' | undefined> {
  const { mode } = await stat(folder)
  if ((mode & 0o077) === 0) return undefined
  await chmod(folder, mode & 0o700).catch(() => undefined)
  return ((await stat(folder)).mode & 0o077) === 0 ? 'tightened' : 'open'
}

/** Records the holder of the lock and its address. Only the holder may call it. */
export async function recordHolder(paths: DataPaths, address?: string): Promise<void> {
  const holder: Holder = {
    pid: process.pid,
    since: new Date().toISOString(),
    ...(address === undefined ? {} : { address }),
  }
  await writeFile(paths.holder, JSON.stringify(holder))
}

async function holder(paths: DataPaths): Promise<number | undefined> {
  try {
    return (JSON.parse(await readFile(paths.holder, 'utf8')) as Holder).pid
  } catch {
    return undefined
  }
}
