import { spanOf } from '#ui/list/list-search.ts'
import type { FilesSearch, FilterName } from '../search.ts'
import { lineageNames } from './lineage-names.ts'

const filterNames = [
  'search',
  'kind',
  'extension',
  'tags',
  'minimumSize',
  'maximumSize',
  'minimumWidth',
  'maximumWidth',
  'minimumHeight',
  'maximumHeight',
  'minimumAspect',
  'belowAspect',
  'minimumScore',
  'maximumScore',
  'from',
  'to',
  'createdFrom',
  'createdBefore',
  'broken',
  'checksum',
  'duplicated',
  ...lineageNames,
] as const satisfies readonly FilterName[]

export const isFiltered = (search: FilesSearch) => filterNames.some((name) => search[name] !== undefined)

/** A search includes subfolders unless the address says otherwise. */
export const isRecursive = (search: FilesSearch) => search.recursive ?? isFiltered(search)

export function filterOf(search: FilesSearch) {
  const { view: _, sort: __, trash: ___, preview: _preview, place: _place, from, to, folder = '', ...rest } = search
  const { createdFrom = rest.createdFrom, createdBefore = rest.createdBefore } = spanOf({ from, to })
  return { ...rest, createdFrom, createdBefore, folder, recursive: isRecursive(search) }
}
export type ShownFilter = ReturnType<typeof filterOf>

export const unfiltered: Partial<FilesSearch> = Object.fromEntries(
  [...filterNames, 'recursive'].map((name) => [name, undefined]),
)
