import { fail } from '@vermilion/contract/kernel/errors'
import { fieldsOf, isAsked } from '@vermilion/contract/kernel/form'
import { describeIssues, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { SchemaIssue } from '@vermilion/contract/kernel/schema-issue'
import type { ExecutorKind } from '@vermilion/contract/tasks/executors'
import { poolSettings } from '@vermilion/contract/tasks/pool-settings'
import type { Secrets } from '#platform/secrets/secrets'
import { readJson, writeJson } from '#platform/database/columns'
import type { PoolRow } from './pool-store.ts'

export type Settings = Readonly<Record<string, unknown>>

type StoredSettings = Pick<PoolRow, 'settings' | 'secrets'>

/** Pools are told apart by kind: fields that are write-only are sealed, and never sent. */
export function createPoolSettings({ seal, open }: Pick<Secrets, 'seal' | 'open'>) {
  const secretsOf = ({ secrets }: Pick<PoolRow, 'secrets'>): Settings =>
    secrets === null ? {} : (JSON.parse(open(secrets)) as Settings)

  return {
    /** With secrets, for the executor alone. */
    openSettings: (row: StoredSettings): Settings => ({ ...readJson(row.settings), ...secretsOf(row) }),

    secretNames: (row: Pick<PoolRow, 'secrets'>): string[] => Object.keys(secretsOf(row)),

    /**
     * Settings as they are stored. A secret that is left out stays as in `former`, null removes it. Fails as `request.invalid` with
     * the fields.
     */
    closeSettings(kind: ExecutorKind, input: Settings, former?: StoredSettings): StoredSettings {
      const schema = poolSettings[kind]
      if (schema === null) return { settings: writeJson({}), secrets: null }
      const fields = fieldsOf(schema)
      const secretFields = fields.filter(({ control }) => control === 'secret').map(({ name }) => name)
      const retained = former === undefined ? {} : secretsOf(former)
      const all = Object.fromEntries(Object.entries({ ...retained, ...input }).filter(([, value]) => value !== null))
      const parsed = schema.safeParse(all)
      if (!parsed.success) throw invalid(describeIssues(parsed.error, all, 'settings'))
      const values = parsed.data as Settings
      const visible = fields.filter((field) => isAsked(field, values))
      const missing = visible.filter(({ name, required }) => required && (values[name] ?? '') === '')
      if (missing.length > 0) throw invalid(missing.map(({ name }) => ({ field: name, detail: isMissing })))
      const used = visible.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
      const isSecret = ([name]: readonly [string, unknown]) => secretFields.includes(name)
      const secrets = used.filter(isSecret)
      return {
        settings: writeJson(Object.fromEntries(used.filter((entry) => !isSecret(entry)))),
        secrets: secrets.length === 0 ? null : seal(JSON.stringify(Object.fromEntries(secrets))),
      }
    },
  }
}
export type PoolSettings = ReturnType<typeof createPoolSettings>

const isMissing = { en: 'is missing', zh: '缺失' }

function invalid(issues: readonly SchemaIssue[]) {
  const named = issues.map(({ field, detail }) => ({ field: `settings.${field}`, detail }))
  const fields = Object.fromEntries(named.map(({ field, detail }) => [field, detail]))
  const [first = { field: 'settings', detail: isMissing }] = named
  return fail('request.invalid', { detail: issueText(first), fields })
}
