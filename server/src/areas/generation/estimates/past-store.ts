import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'

export interface PastGeneration {
  readonly id: string
  readonly width: number
  readonly height: number
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

const maxPast = 20
const maxImages = 200

export type PastStore = ReturnType<typeof createPastStore>

export function createPastStore(database: Database) {
  const reader = database.reader<Tables>()
  return {
    succeeded: (workflow: string): Promise<PastGeneration[]> =>
      reader
        .selectFrom('generations')
        .select([
          'id',
          dialect.numberAt('config', 'width').$castTo<number>().as('width'),
          dialect.numberAt('config', 'height').$castTo<number>().as('height'),
          sql<number>`made + failed`.as('attempts'),
          'startedAt',
          'endedAt',
        ])
        .$narrowType<{ startedAt: string; endedAt: string }>()
        .where('status', '=', 'success')
        .where('startedAt', 'is not', null)
        .where('endedAt', 'is not', null)
        .where(dialect.textAt('config', 'workflow'), '=', workflow)
        .orderBy('createdAt', 'desc')
        .limit(maxPast)
        .execute(),
    async meanSize(generationId: string): Promise<number | null> {
      const sizes = reader
        .selectFrom('generatedImages')
        .innerJoin('files', 'files.id', 'generatedImages.fileId')
        .select('files.size')
        .where('generationId', '=', generationId)
        .orderBy('generatedImages.number')
        .limit(maxImages)
      const row = await reader
        .selectFrom(sizes.as('sizes'))
        .select(sql<number | null>`avg(size)`.as('mean'))
        .executeTakeFirst()
      return row?.mean ?? null
    },
  }
}
