import { isImagePath } from '@vermilion/contract/formats/images/image-paths'
import { isStemOf } from '@vermilion/contract/formats/images/sidecars'
import { splitOf } from '@vermilion/contract/formats/splits'
import type { ImportImageRow } from '../image-row.ts'

export type NamedRow = Pick<ImportImageRow, 'number' | 'path' | 'sidecar' | 'folder' | 'split' | 'file' | 'stem'>

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export function stemOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

export const withoutEnding = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1) + stemOf(path)

/** True without a sidecar, or when it names the image of its own name. */
export const agrees = ({ path, sidecar }: Pick<NamedRow, 'path' | 'sidecar'>): boolean =>
  sidecar === null || isStemOf(nameOf(sidecar), path)

/** Only an image's extension is removed from a sidecar's name: `a.1` of `a.1.xml` has none. */
const bare = (path: string, sidecar: string | null): string =>
  sidecar === null || isImagePath(path) ? withoutEnding(path) : path

export const firstStem = (row: Pick<NamedRow, 'path' | 'sidecar'>): string =>
  nameOf(bare(agrees(row) ? row.path : (row.sidecar ?? row.path), row.sidecar))

export const statedStem = ({ path, sidecar }: Pick<NamedRow, 'path' | 'sidecar'>): string => nameOf(bare(path, sidecar))

export interface RowName {
  /** With its extension, if known. */
  readonly path: string
  /** Without extension. */
  readonly plain: string
  /** Rows with the same key describe one image. */
  readonly key: string
}

export function nameOfRow(row: NamedRow): RowName {
  const { path, sidecar, file, stem, split } = row
  const byOwnName = sidecar !== null && !agrees(row) && stem !== statedStem(row)
  const used = byOwnName ? placeOf(sidecar) : path
  const label = !byOwnName && isImagePath(path) ? path : (sidecar ?? path)
  return { path: used, plain: bare(used, sidecar), key: file ?? JSON.stringify([label, row.folder, split]) }
}

/** The image's possible paths by its document's folder and its split, without extension. */
export function* placesOfRow(row: NamedRow): Generator<string> {
  const { plain } = nameOfRow(row)
  yield placeOf(row.sidecar === null || !agrees(row) ? joined(row.folder, plain) : bare(row.sidecar, row.sidecar))
  if (row.split !== null) yield joined(row.split, placeOf(plain))
}

const joined = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`)

/** Folders that dataset layouts add; they do not distinguish images. */
const layoutFolder =
  /^(?:images?|imgs?|labels?|annotations?|jpegimages|xmls?|jsons?|masks?|segmentation(?:class|object)|(?:image|label)_\d|data|obj_.*_data)$/i

/** A path without layout folders, with a canonical split name. */
export function placeOf(path: string): string {
  const parts = path.split('/')
  const folders = parts.slice(0, -1).filter((part) => !layoutFolder.test(part))
  return [...folders.map((part) => splitOf(part) ?? part), parts.at(-1)].join('/')
}

export function* endsOf(path: string): Generator<string> {
  yield path
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(at + 1)
}
