import type { SearchIndex, SearchMode } from '@vermilion/contract/image-search'
import { z } from 'zod'
import { fileView, previewAddress } from '#ui/files/file-view.ts'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
export const searchModes = ['full', 'text', 'image'] as const satisfies readonly SearchMode[]

const word = z.coerce.string().optional().catch(undefined)

/**
 * What the page keeps in the address. `file` or `picture` is what others are to be alike to, and `region` the part of it that
 * counts (`x,y,width,height` in shares of it); `spaces` and `datasets` are ids with commas between, `threshold` is in percent,
 * and the usual one where it is absent.
 */
export const imageSearchSearch = z.object({
  mode: z.enum(searchModes).optional().catch(undefined),
  words: word,
  file: word,
  picture: word,
  region: word,
  spaces: word,
  datasets: word,
  threshold: z.coerce.number().min(0).max(100).optional().catch(undefined),
  view: fileView,
  ...previewAddress,
})
export type ImageSearchSearch = z.output<typeof imageSearchSearch>

/** Whether a picture is searched by. */
export const hasPicture = ({ mode, file, picture }: ImageSearchSearch) =>
  mode !== 'text' && (file !== undefined || picture !== undefined)

/** Whether likeness orders what is found: to a picture, or to what words mean where the index knows. */
export const isByLikeness = (search: ImageSearchSearch, index: Pick<SearchIndex, 'embedder'> | undefined) =>
  hasPicture(search) || (isSearching(search) && index?.embedder.embedsText === true)

/** Whether the results are narrowed. */
export const hasFilters = ({ spaces, datasets, threshold }: ImageSearchSearch) =>
  spaces !== undefined || datasets !== undefined || threshold !== undefined

/** Whether anything is searched for. */
export const isSearching = (search: ImageSearchSearch) =>
  hasPicture(search) || (search.mode !== 'image' && (search.words ?? '').trim() !== '')
