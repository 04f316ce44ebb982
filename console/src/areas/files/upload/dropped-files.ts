import { type PickedFile, type Handle, walkHandles } from './file-handles.ts'

/** Picked files, with handles by which a later page can read them again, if the browser has them. */
export interface PickedFiles {
  files: PickedFile[]
  handles: readonly Handle[]
}

/** Files of an `<input type="file">`; paths in a chosen folder begin with its name. */
export function filesOfInput(list: Iterable<File>): PickedFile[] {
  return [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
}

/** Files of a drop, including those in folders. Call it during the event, before its data is cleared. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFiles> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file') as (DataTransferItem & {
    getAsFileSystemHandle?: () => Promise<Handle | null>
  })[]
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const handles = Promise.all(items.map((item) => item.getAsFileSystemHandle?.() ?? Promise.resolve(null))).catch(
    (): (Handle | null)[] => [],
  )
  const files = (await Promise.all(entries.map(walk))).flat()
  const resolvedHandles: readonly (Handle | null)[] = await handles
  return { files, handles: resolvedHandles.filter((handle): handle is Handle => handle !== null) }
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ file, path }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: PickedFile[] = []
  // A reader returns a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return files
    files.push(...(await Promise.all(some.map(walk))).flat())
  }
}

/** Files of the clipboard. A copied picture has no name, so it is named by the time. */
export function pastedFiles(clipboard: DataTransfer, now: Date): PickedFile[] {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return [...clipboard.files].map((file, index) => {
    if (!/^image\.\w+$/.test(file.name)) return { file, path: file.name }
    const number = index === 0 ? '' : `-${index + 1}`
    return { file, path: `pasted-${stamp}${number}${file.name.slice(file.name.lastIndexOf('.'))}` }
  })
}

/** Asks for files or a folder with a dialog that returns handles; undefined when the browser has none. */
export async function pickFiles(folder: boolean): Promise<PickedFiles | undefined> {
  const browser = window as unknown as {
    showOpenFilePicker?: (options: object) => Promise<Handle[]>
    showDirectoryPicker?: () => Promise<Handle>
  }
  try {
    const handles = folder
      ? await browser.showDirectoryPicker?.().then((handle) => [handle])
      : await browser.showOpenFilePicker?.({ multiple: true })
    return handles === undefined ? undefined : { handles, files: await walkHandles(handles) }
  } catch (problem) {
    // Closed without a choice.
    if (problem instanceof DOMException && problem.name === 'AbortError') return { files: [], handles: [] }
    if (problem instanceof DOMException && problem.name === 'SecurityError') return undefined
    throw problem
  }
}
