import { sql } from 'kysely'
import { type Check, findingOf } from '#platform/checks/checks'
import { inTurns } from '#platform/checks/in-turns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { GeneratedImageRow } from '../images/image-store.ts'

interface FileLineageRow {
  fileNumber: number
  lineage: number
  seed: number
  workflowHash: string | null
}

interface Tables {
  files: { id: string; number: number; checksum: string | null }
  generatedImages: GeneratedImageRow
  fileLineages: FileLineageRow
}

interface Difference {
  readonly fileNumber: number
  readonly right: FileLineageRow | null
}

export function fileLineageCheck(database: Database): Check {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const own = sql<number>`(select ${dialect.rowNumber()} from "generatedImages"
    where "checksum" = "files"."checksum" and "lineage" is not null
    order by "fileId" is distinct from "files"."id", ${dialect.rowNumber()} limit 1)`
  const columns = ['lineage', 'seed', 'workflowHash'] as const

  async function differing(): Promise<Difference[]> {
    const rows = reader
      .selectFrom('files')
      .leftJoin('generatedImages as image', (join) => join.on(dialect.rowNumber('image'), '=', own))
      .leftJoin('fileLineages', 'fileLineages.fileNumber', 'files.number')
      .select(['files.number as fileNumber', 'image.lineage', 'image.seed', 'image.workflowHash'])
      .where(({ or, eb, ref }) =>
        or(columns.map((name) => eb(`image.${name}`, 'is distinct from', ref(`fileLineages.${name}`)))),
      )
      .stream()
    const matches: Difference[] = []
    for await (const { fileNumber, lineage, seed, workflowHash } of inTurns(rows)) {
      const right = lineage === null || seed === null ? null : { fileNumber, lineage, seed, workflowHash }
      matches.push({ fileNumber, right })
    }
    const orphans = reader
      .selectFrom('fileLineages')
      .leftJoin('files', 'files.number', 'fileLineages.fileNumber')
      .select('fileNumber')
      .where('files.id', 'is', null)
    for (const { fileNumber } of await orphans.execute()) matches.push({ fileNumber, right: null })
    return matches
  }

  return {
    id: 'file-lineages',
    locksWrites: true,
    examine: async () =>
      findingOf(
        (await differing()).map(({ fileNumber: file, right }) =>
          right === null
            ? { en: `file ${file}: it is no generated image`, zh: `文件 ${file}：不是生成的图片` }
            : { en: `file ${file}: it is another image`, zh: `文件 ${file}：对应的是另一张图片` },
        ),
      ),
    async repair() {
      for (const { fileNumber, right } of await differing()) {
        if (right === null) await query.deleteFrom('fileLineages').where('fileNumber', '=', fileNumber).execute()
        else {
          const rows = query.insertInto('fileLineages').values(right)
          await rows.onConflict((conflict) => conflict.column('fileNumber').doUpdateSet(right)).execute()
        }
      }
    },
  }
}
