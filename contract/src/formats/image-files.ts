import { fileName, isImagePath, joinPath, stemOf } from './image-paths.ts'

export interface ImageFiles {
  /** All image files that are there. */
  paths: readonly string[]
  /** The file of an image that annotations call `path`, looked for in folders first, then by its name alone. */
  find: (path: string, places: readonly string[]) => string | null
}

/** Image files among listed paths. A name that occurs twice is found by its place alone. */
export function imageFilesOf(listed: readonly string[]): ImageFiles {
  const paths = listed.filter(isImagePath)
  const known = new Set(paths)
  let names: Map<string, string | null> | null = null
  let stems: Map<string, string | null> | null = null
  const index = (key: (path: string) => string) => {
    const found = new Map<string, string | null>()
    for (const path of paths) found.set(key(path), found.has(key(path)) ? null : path)
    return found
  }
  return {
    paths,
    find(path, places) {
      for (const place of places) {
        const full = joinPath(place, path)
        if (known.has(full)) return full
      }
      if (isImagePath(path)) {
        names ??= index(fileName)
        return names.get(fileName(path)) ?? null
      }
      stems ??= index(stemOf)
      for (const place of places) {
        const full = stems.get(joinPath(place, path))
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
