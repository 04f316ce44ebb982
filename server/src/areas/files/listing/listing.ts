import type { FileFilter, FilePageQuery } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Database } from '#platform/database/database'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow } from '../store.ts'
import { pageOf, readCursor, type FileRowPage } from './page.ts'
import { createCandidateReader } from './search/candidate-reader.ts'
import { candidatesOf, scoredFiles, setsOf } from './search/candidates.ts'
import { conditionsOf, scoreConditionsOf } from './search/conditions.ts'
import { isIndexRange, type Bounds, type FileList } from './file-list.ts'
import { directed, orderOf, positionOf } from './orders.ts'
import { createVersionedCache } from './versioned-cache.ts'
import { createRowReader } from './row-reader.ts'
import { scopeOf } from './scope.ts'
import { createVersions } from './versions.ts'
import { createPageReader } from './page-reader.ts'

const countsRemembered = 500
const defaultBounds: Bounds = {
  candidates: 10_000,
  scanned: 3_000,
  skipped: 2_000,
  skippedInIndex: 100_000,
  numbers: 100_000,
  changes: 8,
  pivots: 64,
  span: 200_000,
  batch: 400,
  remembered: 20_000,
}

type PageRequest = Pick<FilePageQuery, 'sort' | 'limit'> & Partial<FilePageQuery>

export function createListing(
  database: Database,
  folders: Pick<FolderStore, 'byPath'>,
  bounds: Bounds = defaultBounds,
) {
  const rows = createRowReader(database)
  const candidateReader = createCandidateReader(database)
  const versions = createVersions(database)
  const windows = createPageReader({ rows, candidateReader, versions, bounds })
  const counts = createVersionedCache<{ files: number; bytes: number }>(countsRemembered, () => 1)

  async function listOf(spaceId: string, filter: FileFilter): Promise<FileList> {
    const version = await versions.of(spaceId)
    const scope = await scopeOf(folders, spaceId, filter)
    const { folder: _folder, recursive: _recursive, ...rest } = filter
    const filters = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')
    const parts = filters.map((part) => JSON.stringify(part))
    const [key, filterKey] = [scope.key, parts.toSorted((one, other) => one.localeCompare(other)).join()]
    const candidates = candidatesOf(spaceId, filter)
    const scoredCandidates = scoredFiles(spaceId, filter)
    const sets = scope.residualConditions().length === 0 ? setsOf(spaceId, filter) : undefined
    const [conditions, scoreConditions] = [conditionsOf(filter), scoreConditionsOf(filter)]
    const indexed = { candidates, scoredCandidates, sets }
    return { spaceId, version, key, filterKey, scope, conditions, scoreConditions, ...indexed }
  }

  const totalOf = ({ version, key, filterKey, scope, conditions }: FileList): number | null => {
    if (conditions.length === 0) return scope.files
    return counts.get(`${key} ${filterKey}`, version)?.files ?? null
  }

  return {
    async page(spaceId: string, filter: FileFilter, request: PageRequest): Promise<FileRowPage> {
      const { sort, limit, cursor: text, offset } = request
      if (text !== undefined && offset !== undefined) {
        throw fail('request.invalid', { detail: 'a page is asked for by cursor or by offset, not by both' })
      }
      const cursor = text === undefined ? undefined : readCursor(sort, text)
      const list = await listOf(spaceId, filter)
      const total = totalOf(list)
      const order = orderOf(sort)
      const rowsOfPage =
        cursor === undefined
          ? await windows.at(list, order, offset ?? 0, limit + 1)
          : await windows.after(list, directed(order, cursor), cursor.position, limit + 1)
      return pageOf(rowsOfPage, { sort, limit, cursor, offset }, total)
    },

    async after(spaceId: string, filter: FileFilter, last: FileRow | undefined, limit: number): Promise<FileRow[]> {
      const list = await listOf(spaceId, filter)
      const order = orderOf('name')
      const { scope, conditions } = list
      const after = last && positionOf(last, order)
      return rows.read(
        { order, conditions: [scope.indexed, ...scope.residualConditions(order), ...conditions], after },
        limit,
      )
    },

    /** Counts matches and their bytes. Without a counter it counts off the event loop. */
    async count(spaceId: string, filter: FileFilter): Promise<{ files: number; bytes: number }> {
      const list = await listOf(spaceId, filter)
      const { scope, version, key, filterKey } = list
      // An index knows the size of a range of scores: nothing is looked up.
      const candidates = isIndexRange(list, orderOf('score')) ? undefined : list.candidates
      if (list.conditions.length === 0) return { files: scope.files, bytes: scope.bytes }
      // Conditions that the candidates' indexes cover are not checked again.
      const remainingConditions =
        candidates === undefined || list.sets === undefined ? list.conditions : list.scoreConditions
      const conditions = [scope.indexed, ...scope.residualConditions(), ...remainingConditions]
      const cachedCount = counts.get(`${key} ${filterKey}`, version)
      if (cachedCount !== undefined) return cachedCount
      const counted = await rows.count({ conditions, candidates })
      if ((await versions.of(spaceId)) === version) counts.set(`${key} ${filterKey}`, version, counted)
      return counted
    },
  }
}
