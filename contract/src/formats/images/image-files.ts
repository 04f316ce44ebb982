import { fileName, isImagePath, joinPath, stemOf } from './image-paths.ts'

export interface ImageFiles {
  paths: readonly string[]
  /** Finds an image by an annotation's `path`, first in the folders, then by name alone. */
  find: (path: string, folders: readonly string[]) => string | null
}

/** Index of the listed image files. A name that occurs twice is only found with its folder. */
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

export async function listedPaths(paths: AsyncIterable<string> | Iterable<string>): Promise<string[]> {
  const listed: string[] = []
  for await (const path of paths) {
    if (!/(?:^|\/)(?:__MACOSX|\.git)\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db)$/.test(path)) listed.push(path)
  }
  return listed.sort()
}
