import type { ImageFiles } from './image-files.ts'
import { fileName, isImagePath, joinPath, stemOf } from './image-paths.ts'

/** A document about one image. */
interface Sidecar {
  /** The document's own path. */
  readonly file: string
  /** The image's path, or its name, as the document says it; null where it says none. */
  readonly stated: string | null
  /** Folder of the image's own path, where only its name is known. */
  readonly home: string
  /** Folders that the image's file may lie in. */
  readonly folders: readonly string[]
}

/** The image that a sidecar is about. */
export interface SidecarImage {
  readonly path: string
  readonly at: string | null
  /** The document's place without its ending. */
  readonly sidecar: string
}

/**
 * Finds the images of sidecars. A sidecar belongs to the image of its own name, since names of files follow when images
 * are renamed or copied and names inside documents do not; the stated name counts where no image has the document's, and
 * where the stated image has no sidecar of its own: then the image itself is told of once more, without labels.
 */
export function createSidecars(images: ImageFiles, documents: readonly string[]) {
  const owners = new Set(documents.map(ownName))
  return ({ file, stated, home, folders }: Sidecar): SidecarImage => {
    const sidecar = stemOf(file)
    const own = fileName(sidecar)
    const path = stated === null || stated.includes('/') ? stated : joinPath(home, stated)
    if (stated !== null && path !== null && isStemOf(own, stated))
      return { path, at: images.find(stated, folders) ?? images.find(own, folders), sidecar }
    const at = images.find(own, folders)
    const ending = at === null || isImagePath(own) ? '' : at.slice(stemOf(at).length)
    if (stated === null || path === null || at !== null) return { path: joinPath(home, `${own}${ending}`), at, sidecar }
    const other = images.find(stated, folders)
    return { path, at: other !== null && !owners.has(ownName(other)) ? other : null, sidecar }
  }
}

/** True when a sidecar's name without extension (`a` of `a.xml`, `a.jpg` of `a.jpg.xml`) belongs to the image. */
export function isStemOf(own: string, image: string): boolean {
  const name = keyOf(fileName(image))
  return keyOf(own) === name || keyOf(own) === stemOf(name)
}

const ownName = (path: string): string => {
  const stem = fileName(stemOf(path))
  return keyOf(isImagePath(stem) ? stemOf(stem) : stem)
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
