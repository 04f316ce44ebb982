import type { LeftBatch } from '#lib/upload/upload-memory.ts'

export interface PickedFile {
  file: File
  path: string
}

/** A file or folder that later pages can read as well, with the user's permission. */
export type Handle = FileSystemHandle & {
  entries?: () => AsyncIterable<[string, Handle]>
  getFile?: () => Promise<File>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}

const concurrentReads = 32

export async function walkHandles(handles: readonly Handle[]): Promise<PickedFile[]> {
  const fileHandles: { handle: Handle; path: string }[] = []
  async function walk(handle: Handle, path: string): Promise<void> {
    if (handle.kind === 'file') fileHandles.push({ handle, path })
    else for await (const [name, child] of handle.entries?.() ?? []) await walk(child, `${path}/${name}`)
  }
  for (const handle of handles) await walk(handle, handle.name)
  const files: PickedFile[] = []
  for (let at = 0; at < fileHandles.length; at += concurrentReads) {
    const some = fileHandles.slice(at, at + concurrentReads).map(async ({ handle, path }) => {
      // A file deleted since is skipped.
      const file = await handle.getFile?.().catch(() => undefined)
      return file === undefined ? [] : [{ file, path }]
    })
    files.push(...(await Promise.all(some)).flat())
  }
  return files
}

/** The files of an unfinished batch by its handles; undefined without the user's permission. Call it within a click. */
export async function filesAgain({ handles }: Pick<LeftBatch, 'handles'>): Promise<PickedFile[] | undefined> {
  for (const handle of handles as readonly Handle[]) {
    const permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted'
    if (permission !== 'granted') return undefined
  }
  return walkHandles(handles)
}

export function matchUnfinished(batch: LeftBatch, pickedFiles: readonly PickedFile[]): Map<number, File> {
  const key = (path: string, size: number, lastModified: number) => `${path}\n${size}\n${lastModified}`
  const byKey = new Map(pickedFiles.map(({ file, path }) => [key(path, file.size, file.lastModified), file]))
  const matches = new Map<number, File>()
  for (const index of batch.left) {
    const expectedFile = batch.files[index]
    const file =
      expectedFile === undefined
        ? undefined
        : byKey.get(key(expectedFile.chosen, expectedFile.size, expectedFile.lastModified))
    if (file !== undefined) matches.set(index, file)
  }
  return matches
}
