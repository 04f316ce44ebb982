import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, text, time } from '../kernel/fields.ts'
import { listQuery, pageOf } from '../kernel/page.ts'
import { languages } from '../kernel/text.ts'
import { auditSubject } from './audit-subjects.ts'

export const auditDays = 400

/** The caller's credential; null without a sign-in, as for a device that enrolls itself. */
export const auditCredentials = ['session', 'access-token'] as const

export const auditEntry = z.object({
  id,
  createdAt: time,
  account: z.string().nullable(),
  credential: z.enum(auditCredentials).nullable(),
  /** Name at the time of the entry. */
  tokenName: z.string().nullable(),
  address: z.string(),
  /** Method and path of the endpoint: `DELETE /datasets/:datasetId`. */
  action: z.string(),
  summary: text,
  description: text,
  objects: z.record(z.string(), z.string()),
  /** The objects that have names, innermost first. */
  subjects: z.array(auditSubject),
  error: z.string().nullable(),
  requestId: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Entries for the same action and caller within this many minutes are grouped. */
export const auditGroupMinutes = 10

/** The newest of consecutive entries with equal action, caller and outcome. */
export const auditGroup = auditEntry.extend({
  count: z.number().int(),
  since: time,
  objectCount: z.number().int(),
})
export type AuditGroup = z.output<typeof auditGroup>

export const auditOutcomes = ['done', 'refused'] as const
export const auditSorts = ['createdAt', 'account'] as const

/** First path segment of an endpoint: `datasets`, `tasks`. */
const resource = z.string().max(50).optional()

export const auditFilter = listQuery(auditSorts).extend({
  account: z.string().max(50).optional(),
  resource,
  outcome: z.enum(auditOutcomes).optional(),
})
export type AuditFilter = z.output<typeof auditFilter>

export const auditEndpoints = {
  listAuditEntries: endpoint('GET', '/audit-entries', {
    summary: { en: 'Who changed what, newest first', zh: '操作审计记录，最新的在前' },
    query: auditFilter.extend({ group: id.optional() }),
    answer: pageOf(auditEntry),
  }),
  listAuditGroups: endpoint('GET', '/audit-groups', {
    summary: {
      en: 'Who changed what, newest first; the same action several times in a row stands there once, with its count',
      zh: '操作审计记录，最新的在前；连续重复的同一操作合并为一条并给出次数',
    },
    query: auditFilter,
    answer: pageOf(auditGroup),
  }),
  readAuditChoices: endpoint('GET', '/audit-choices', {
    summary: {
      en: 'Accounts and kinds of objects that entries can be filtered by',
      zh: '审计记录可筛选的账号和对象类型',
    },
    answer: z.object({ accounts: z.array(z.string()), resources: z.array(z.string()) }),
  }),
  exportAuditEntries: endpoint('GET', '/audit-entries.csv', {
    summary: { en: 'Entries as CSV, newest first', zh: '以 CSV 格式导出审计记录，最新的在前' },
    /** A download link cannot send headers, so the language is a parameter. */
    query: auditFilter
      .omit({ cursor: true, limit: true, sort: true })
      .extend({ language: z.enum(languages).optional() }),
    raw: 'text/csv',
  }),
} as const
