import { sql } from 'kysely'
import type { Database } from '#platform/database/database'

/** A generation that succeeded: what it was asked for, and how many images it made of that. */
export interface PastGeneration {
  readonly id: string
  readonly width: number
  readonly height: number
  /** Those that failed took their time too. */
  readonly attempts: number
  readonly startedAt: string
  readonly endedAt: string
}

interface Tables {
  generations: {
    id: string
    status: string
    config: string
    made: number
    failed: number
    createdAt: string
    startedAt: string | null
    endedAt: string | null
  }
  generatedImages: { generationId: string; number: number; fileId: string | null }
  files: { id: string; size: number }
}

/** The last generations that are looked at, and the images of one. */
const mostPast = 20
const mostImages = 200

export type PastStore = ReturnType<typeof createPastStore>

/** What earlier generations were and left. No rules here. */
export function createPastStore(database: Database) {
  const reader = database.reader<Tables>()
  const ofConfig = (name: 'workflow' | 'width' | 'height') => sql`json_extract(${sql.ref('config')}, ${`$.${name}`})`
  return {
    /** The last ones of a workflow that succeeded, also where they were deleted since. */
    succeeded: (workflow: string): Promise<PastGeneration[]> =>
      reader
        .selectFrom('generations')
        .select([
          'id',
          ofConfig('width').$castTo<number>().as('width'),
          ofConfig('height').$castTo<number>().as('height'),
          sql<number>`made + failed`.as('attempts'),
          'startedAt',
          'endedAt',
        ])
        .$narrowType<{ startedAt: string; endedAt: string }>()
        .where('status', '=', 'success')
        .where('startedAt', 'is not', null)
        .where('endedAt', 'is not', null)
        .where(ofConfig('workflow'), '=', workflow)
        .orderBy('createdAt', 'desc')
        .limit(mostPast)
        .execute(),
    /** Mean size of the first images of a generation that are there; null where none is. */
    async meanSize(generationId: string): Promise<number | null> {
      const sizes = reader
        .selectFrom('generatedImages')
        .innerJoin('files', 'files.id', 'generatedImages.fileId')
        .select('files.size')
        .where('generationId', '=', generationId)
        .orderBy('generatedImages.number')
        .limit(mostImages)
      const row = await reader
        .selectFrom(sizes.as('sizes'))
        .select(sql<number | null>`avg(size)`.as('mean'))
        .executeTakeFirst()
      return row?.mean ?? null
    },
  }
}
