import { Readable } from 'node:stream'
import type { auditEndpoints, AuditEntry, AuditFilter } from '@vermilion/contract/accounts/audit'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { uploadAction } from '@vermilion/contract/files'
import { uploadPackAction } from '@vermilion/contract/files/uploads'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { Text } from '@vermilion/contract/kernel/text'
import { artifactUploadAction } from '@vermilion/contract/rollouts/artifacts'
import { actionOf } from '#platform/audit/audit'
import type { AuditEntryRow } from '#platform/audit/audit'
import type { Database } from '#platform/database/database'
import { readJson } from '#platform/database/columns'
import { attachment } from '#platform/http/range'
import type { Handlers } from '#platform/http/handler'
import { csvLines } from './csv.ts'
import { createAuditStore } from './store.ts'
import type { AuditRowFilter } from './store.ts'
import { createAuditSubjects } from './subjects.ts'

export function auditRoutes(database: Database): Handlers<typeof auditEndpoints> {
  const store = createAuditStore(database)
  const subjects = createAuditSubjects(database)
  const endpoints = Object.values<Readonly<Record<string, Endpoint>>>(endpointAreas).flatMap((area) =>
    Object.values(area),
  )
  const protocols = [uploadAction, uploadPackAction, artifactUploadAction]
  const summaries = new Map([...endpoints, ...protocols].map((endpoint) => [actionOf(endpoint), endpoint.summary]))

  const filterOf = async (filter: Omit<AuditFilter, 'cursor' | 'limit' | 'sort'>): Promise<AuditRowFilter> => ({
    ...filter,
    subjectIds: await subjects.idsNamed(filter.search ?? ''),
    actions: [...summaries].filter(([, summary]) => isSaid(summary, filter.search ?? '')).map(([action]) => action),
  })
  type Entry = Omit<AuditEntry, 'subjects'>
  function entryOf({ resource: _resource, objects, ...row }: AuditEntryRow): Entry {
    // An endpoint of an older version is named as it was.
    const summary = summaries.get(row.action) ?? { en: row.action, zh: row.action }
    return { ...row, summary, objects: readJson(objects) }
  }

  return {
    async listAuditEntries({ query: { cursor, limit, sort, ...filter } }) {
      const page = await store.page(await filterOf(filter), { cursor, limit, sort })
      const about = await subjects.of(page.items)
      return { ...page, items: page.items.map((row, index) => ({ ...entryOf(row), subjects: about[index] ?? [] })) }
    },
    readAuditChoices: () => store.choices(),
    async exportAuditEntries({ query: { language, ...filter }, language: usual, reply }) {
      const narrowed = await filterOf(filter)
      async function* entries() {
        for await (const row of store.all(narrowed)) yield entryOf(row)
      }
      reply.header('content-disposition', attachment('audit.csv'))
      reply.send(Readable.from(csvLines(entries(), language ?? usual), { objectMode: false }))
    },
  }
}

function isSaid({ en, zh }: Text, words: string): boolean {
  return words !== '' && [en, zh].some((text) => text.toLowerCase().includes(words.toLowerCase()))
}
