/** A file with the path it shall have, below the folder it was dropped into. */
export interface ChosenFile {
  file: File
  path: string
}

/** Files of an `<input type="file">`; one that chose a folder gives paths that begin with the folder's name. */
export function chosenFiles(list: FileList): ChosenFile[] {
  return [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
}

/** Files of a drop, folders walked through. The entries must be taken before the event is over, so call it at once. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return (await Promise.all(entries.map(walk))).flat()
}

async function walk(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ file, path }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: ChosenFile[] = []
  // A reader gives a hundred entries at a time, and none when it is through.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    for (const child of some) found.push(...(await walk(child)))
  }
}

/** Joins a folder of a space and a path below it. */
export function below(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}
