import { isImagePath } from '@vermilion/contract/formats/images/image-paths'
import { isStemOf } from '@vermilion/contract/formats/images/sidecars'
import { splitOf } from '@vermilion/contract/formats/splits'
import type { ImportImageRow } from '../image-row.ts'

/** What an image of an import is looked for by. */
export type NamedRow = Pick<ImportImageRow, 'number' | 'path' | 'sidecar' | 'folder' | 'split' | 'file' | 'stem'>

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Of a path, the file's name without its ending. */
export function stemOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** A path without the ending of its name. */
export const withoutEnding = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1) + stemOf(path)

/** Whether a sidecar names the image that its own name says, or there is no sidecar. */
export const agrees = ({ path, sidecar }: Pick<NamedRow, 'path' | 'sidecar'>): boolean =>
  sidecar === null || isStemOf(nameOf(sidecar), path)

/** The name of a sidecar has an ending only where the image's is part of it: `a.1` of `a.1.xml` has none. */
const bare = (path: string, sidecar: string | null): string =>
  sidecar === null || isImagePath(path) ? withoutEnding(path) : path

/** The key that a row is looked up by first: of a sidecar that states another name, its own. */
export const firstStem = (row: Pick<NamedRow, 'path' | 'sidecar'>): string =>
  nameOf(bare(agrees(row) ? row.path : (row.sidecar ?? row.path), row.sidecar))

/** The key of the name that a sidecar states. */
export const statedStem = ({ path, sidecar }: Pick<NamedRow, 'path' | 'sidecar'>): string => nameOf(bare(path, sidecar))

/** What a row says by the name that it is looked up by at the moment. */
export interface RowName {
  /** With the ending, where one is known. */
  readonly path: string
  /** Without the ending. */
  readonly plain: string
  /** Rows of one key speak of one image. */
  readonly key: string
}

export function nameOfRow(row: NamedRow): RowName {
  const { path, sidecar, file, stem, split } = row
  const byOwnName = sidecar !== null && !agrees(row) && stem !== statedStem(row)
  const used = byOwnName ? placeOf(sidecar) : path
  const label = !byOwnName && isImagePath(path) ? path : (sidecar ?? path)
  return { path: used, plain: bare(used, sidecar), key: file ?? JSON.stringify([label, row.folder, split]) }
}

/** Where the image would lie, as its document's folder and its split say; without an ending. */
export function* placesOfRow(row: NamedRow): Generator<string> {
  const { plain } = nameOfRow(row)
  yield placeOf(row.sidecar === null || !agrees(row) ? joined(row.folder, plain) : bare(row.sidecar, row.sidecar))
  if (row.split !== null) yield joined(row.split, placeOf(plain))
}

const joined = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`)

/** Folders that layouts add: they do not tell one image from another. */
const layoutFolder =
  /^(?:images?|imgs?|labels?|annotations?|jpegimages|xmls?|jsons?|masks?|segmentation(?:class|object)|(?:image|label)_\d|data|obj_.*_data)$/i

/** A path without the folders that layouts add, its split by one name. */
export function placeOf(path: string): string {
  const parts = path.split('/')
  const folders = parts.slice(0, -1).filter((part) => !layoutFolder.test(part))
  return [...folders.map((part) => splitOf(part) ?? part), parts.at(-1)].join('/')
}

/** A path, and what of it stands behind each of its folders. */
export function* endsOf(path: string): Generator<string> {
  yield path
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(at + 1)
}
