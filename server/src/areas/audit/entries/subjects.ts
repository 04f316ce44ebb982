import { auditSubjectKindOf, auditSubjectKinds } from '@vermilion/contract/accounts/audit-subjects'
import type { AuditSubject, AuditSubjectKind } from '@vermilion/contract/accounts/audit-subjects'
import { sql } from 'kysely'
import type { AuditTables } from '#platform/audit/audit'
import { flagWhen, readJson } from '#platform/database/columns'
import type { Flag, JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { contains, includes } from '#platform/database/match'

interface NamedTable {
  readonly table: string
  readonly name: string
  /** The column of the parent's id, which its page needs. */
  readonly within?: string
  /** Deleted rows stay, with the time in this column. */
  readonly deletedAt?: string
}

const tables: Readonly<Record<AuditSubjectKind, NamedTable>> = {
  space: { table: 'spaces', name: 'name' },
  file: { table: 'files', name: 'name', within: 'spaceId' },
  dataset: { table: 'datasets', name: 'name', deletedAt: 'deletedAt' },
  version: { table: 'datasetVersions', name: 'name', within: 'datasetId' },
  task: { table: 'tasks', name: 'name' },
  sweep: { table: 'sweeps', name: 'name' },
  'training-image': { table: 'trainingImages', name: 'name' },
  pool: { table: 'pools', name: 'name', deletedAt: 'deletedAt' },
  model: { table: 'models', name: 'name' },
  device: { table: 'devices', name: 'name' },
  artifact: { table: 'artifacts', name: 'name' },
  rollout: { table: 'rollouts', name: 'name' },
  generation: { table: 'generations', name: 'name', within: 'spaceId', deletedAt: 'deletedAt' },
  'generation-preset': { table: 'generationPresets', name: 'name' },
  workflow: { table: 'workflows', name: 'name' },
  evaluation: { table: 'dataEvaluations', name: 'name', within: 'spaceId', deletedAt: 'deletedAt' },
  standard: { table: 'evaluationStandards', name: 'name' },
  service: { table: 'services', name: 'name' },
  account: { table: 'accounts', name: 'username' },
  'access-token': { table: 'accessTokens', name: 'name' },
}

/** Kinds with too many rows to search their names. */
const unsearched: readonly AuditSubjectKind[] = ['file']

const maxNamed = 500

type Objects = Readonly<Record<string, string>>
type NamedRow = Pick<AuditSubject, 'name' | 'within' | 'isThere'>

export function createAuditSubjects(database: Database) {
  const reader = database.reader<AuditTables>()

  async function find(kind: AuditSubjectKind, ids: readonly string[]): Promise<Map<string, NamedRow>> {
    const { table, name, within, deletedAt } = tables[kind]
    const isThere = deletedAt === undefined ? sql<Flag>`1` : flagWhen(sql`${sql.ref(deletedAt)} is null`)
    const { rows } = await sql<{ id: string; name: string; within: string | null; isThere: Flag }>`
      select "id", ${sql.ref(name)} as "name", ${within === undefined ? sql`null` : sql.ref(within)} as "within",
        ${isThere} as "isThere"
      from ${sql.table(table)} where "id" in ${dialect.texts(ids)}`.execute(reader)
    return new Map(rows.map((row) => [row.id, { name: row.name, within: row.within, isThere: row.isThere === 1 }]))
  }

  async function namesThen(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; name: string }>`
      select "made"."value" as "id", ${dialect.textAt('objects', 'name')} as "name"
      from "auditEntries", ${dialect.members('auditEntries.objects')} as "made"
      where ${includes('objects', '"name":')} and "made"."key" <> 'name' and "made"."value" in ${dialect.texts(ids)}
      order by "createdAt"`.execute(reader)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  return {
    /** Innermost first. */
    async of(entries: readonly { objects: JsonText<Objects> }[]): Promise<AuditSubject[][]> {
      const named = entries.map(({ objects }) => subjectIdsOf(readJson(objects)))
      const matches = new Map<string, NamedRow>()
      for (const kind of auditSubjectKinds) {
        const ids = new Set(named.flat().flatMap((one) => (one.kind === kind ? [one.id] : [])))
        if (ids.size === 0) continue
        for (const [id, each] of await find(kind, [...ids])) matches.set(`${kind} ${id}`, each)
      }
      const missing = named.flat().filter(({ kind, id }) => !matches.has(`${kind} ${id}`))
      const then = await namesThen([...new Set(missing.map(({ id }) => id))])
      return named.map((ids) =>
        ids.map(({ kind, id }) => {
          const missingSubject = { name: then.get(id) ?? null, within: null, isThere: false }
          return { kind, id, ...(matches.get(`${kind} ${id}`) ?? missingSubject) }
        }),
      )
    },
    async idsNamed(text: string): Promise<string[]> {
      if (text === '') return []
      const ids: string[] = []
      for (const kind of auditSubjectKinds) {
        if (unsearched.includes(kind)) continue
        const { table, name } = tables[kind]
        const { rows } = await sql<{ id: string }>`
          select "id" from ${sql.table(table)} where ${contains(name, text)} limit ${maxNamed}`.execute(reader)
        ids.push(...rows.map(({ id }) => id))
      }
      return ids
    },
  }
}

function subjectIdsOf(objects: Objects): Pick<AuditSubject, 'kind' | 'id'>[] {
  return Object.entries(objects)
    .flatMap(([idName, id]) => {
      const kind = auditSubjectKindOf(idName)
      return kind === undefined ? [] : [{ kind, id }]
    })
    .toReversed()
}
