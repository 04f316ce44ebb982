import { fileName, isImagePath, joinPath, stemOf } from './image-paths.ts'

export interface ImageFiles {
  /** All image files that are there. */
  paths: readonly string[]
  /** The file of an image that annotations call `path`, looked for in folders first, then by its name alone. */
  find: (path: string, folders: readonly string[]) => string | null
}

/** Image files among listed paths. A name that occurs twice is found by its place alone. */
export function imageFilesOf(listed: readonly string[]): ImageFiles {
  const paths = listed.filter(isImagePath)
  const pathSet = new Set(paths)
  let names: Map<string, string | null> | null = null
  let stems: Map<string, string | null> | null = null
  const index = (key: (path: string) => string) => {
    const byName = new Map<string, string | null>()
    for (const path of paths) byName.set(key(path), byName.has(key(path)) ? null : path)
    return byName
  }
  return {
    paths,
    find(path, folders) {
      for (const folder of folders) {
        const full = joinPath(folder, path)
        if (pathSet.has(full)) return full
      }
      if (isImagePath(path)) {
        names ??= index(fileName)
        return names.get(fileName(path)) ?? null
      }
      stems ??= index(stemOf)
      for (const folder of folders) {
        const full = stems.get(joinPath(folder, path))
        if (full) return full
      }
      return null
    },
  }
}

/** Collects what a reader lists, without what archivers and file managers add. */
export async function listedPaths(paths: AsyncIterable<string> | Iterable<string>): Promise<string[]> {
  const listed: string[] = []
  for await (const path of paths) {
    if (!/(?:^|\/)(?:__MACOSX|\.git)\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db)$/.test(path)) listed.push(path)
  }
  return listed.sort()
}
