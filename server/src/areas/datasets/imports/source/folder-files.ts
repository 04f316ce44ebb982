import { fileFilter } from '@vermilion/contract/files'
import type { Files } from '#areas/files'
import { isOfSystem, type SourceFiles } from './source-files.ts'

const filesAtOnce = 1_000

export async function folderFiles(files: Files, spaceId: string, folder: string): Promise<SourceFiles> {
  const entries = new Map<string, { id: string; size: number }>()
  const filter = { ...fileFilter.parse({}), folder, recursive: true }
  const above = folder === '' ? 0 : folder.length + 1
  for await (const batch of files.batches(spaceId, filter, filesAtOnce)) {
    for (const { id, path, size } of batch) if (!isOfSystem(path)) entries.set(path.slice(above), { id, size })
  }
  const file = (path: string) => {
    const existing = entries.get(path)
    if (existing === undefined) throw new Error(`${path} is not in the folder`)
    return existing
  }
  return {
    paths: [...entries.keys()],
    refused: [],
    size: (path) => file(path).size,
    open: async (path) => (await files.content(file(path).id, true)).open(),
    spaceFile: (path) => entries.get(path)?.id,
    close: async () => undefined,
  }
}
