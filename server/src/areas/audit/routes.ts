import { Readable } from 'node:stream'
import type { auditEndpoints, AuditEntry, AuditFilter } from '@vermilion/contract/accounts/audit'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { uploadAction } from '@vermilion/contract/files'
import { uploadPackAction } from '@vermilion/contract/files/uploads'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { artifactUploadAction } from '@vermilion/contract/rollouts/artifacts'
import { actionOf } from '#platform/audit/audit'
import type { AuditEntryRow } from '#platform/audit/audit'
import type { Database } from '#platform/database/database'
import { readJson } from '#platform/database/columns'
import { attachment } from '#platform/http/range'
import type { Handlers } from '#platform/http/handler'
import { actionDescriptions, describeAction } from './entries/action-descriptions.ts'
import { csvLines } from './entries/csv.ts'
import { createAuditStore } from './store.ts'
import type { AuditRowFilter } from './store.ts'
import { createAuditSubjects } from './entries/subjects.ts'

export function auditRoutes(database: Database): Handlers<typeof auditEndpoints> {
  const store = createAuditStore(database)
  const subjects = createAuditSubjects(database)
  const endpoints = Object.values<Readonly<Record<string, Endpoint>>>(endpointAreas).flatMap((area) =>
    Object.values(area),
  )
  const protocols = [uploadAction, uploadPackAction, artifactUploadAction]
  const descriptions = new Map([...endpoints, ...protocols].map((endpoint) => [actionOf(endpoint), endpoint.summary]))

  const filterOf = async (filter: Omit<AuditFilter, 'cursor' | 'limit' | 'sort'>): Promise<AuditRowFilter> => ({
    ...filter,
    subjectIds: await subjects.idsNamed(filter.search ?? ''),
    actions: Object.keys(actionDescriptions).filter((action) =>
      [true, false].some((isDone) => isSaid(describeAction(action, isDone), filter.search ?? '')),
    ),
  })
  type Entry = Omit<AuditEntry, 'subjects'>
  function entryOf(row: AuditEntryRow): Entry {
    const { id, createdAt, account, credential, tokenName, address, action, error, requestId } = row
    const summary = describeAction(action, error === null)
    const details = {
      action,
      summary,
      description: descriptions.get(action) ?? summary,
      objects: readJson(row.objects),
    }
    return { id, createdAt, account, credential, tokenName, address, ...details, error, requestId }
  }
  async function describe<Row extends AuditEntryRow, More>(
    { items, ...page }: Page<Row>,
    addTo: (row: Row, entry: AuditEntry) => More,
  ) {
    const about = await subjects.of(items)
    return {
      ...page,
      items: items.map((row, index) => addTo(row, { ...entryOf(row), subjects: about[index] ?? [] })),
    }
  }

  return {
    async listAuditEntries({ query: { cursor, limit, sort, group, ...filter } }) {
      return describe(await store.page(await filterOf(filter), { cursor, limit, sort }, group), (_row, entry) => entry)
    },
    async listAuditGroups({ query: { cursor, limit, sort, ...filter } }) {
      const page = await store.groups(await filterOf(filter), { cursor, limit, sort })
      return describe(page, ({ count, since, objectCount }, entry) => ({ ...entry, count, since, objectCount }))
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

function isSaid({ en, zh }: Text, searched: string): boolean {
  return searched !== '' && [en, zh].some((text) => text.toLowerCase().includes(searched.toLowerCase()))
}
