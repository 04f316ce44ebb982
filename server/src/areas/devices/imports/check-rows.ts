import { deviceCreate } from '@vermilion/contract/devices'
import type { ImportPreviewRow, ImportProblem } from '@vermilion/contract/devices/imports'
import { problemOf } from './draft.ts'

const { name, host, username, group, tags, notes } = deviceCreate.shape
const fields = {
  name: [name, 'name-invalid'],
  host: [host, 'host-invalid'],
  username: [username, 'user-invalid'],
  group: [group, 'group-invalid'],
  tags: [tags, 'tags-invalid'],
  notes: [notes, 'notes-invalid'],
} as const satisfies Record<string, readonly [{ safeParse(value: unknown): { success: boolean } }, ImportProblem]>

const maxJumps = 8

export function checkRows(rows: readonly ImportPreviewRow[], existing: ReadonlySet<string>): ImportPreviewRow[] {
  const byName = new Map<string, ImportPreviewRow>()
  for (const row of rows) if (!byName.has(row.device.name)) byName.set(row.device.name, row)
  return rows.map((row) => ({
    ...row,
    problems: [
      ...row.problems,
      ...fieldProblems(row),
      ...nameProblems(row, byName, existing),
      ...jumpProblems(row, byName, existing),
    ],
  }))
}

type Problems = ImportPreviewRow['problems']

function fieldProblems({ device }: ImportPreviewRow): Problems {
  return Object.entries(fields).flatMap(([field, [schema, problem]]) => {
    const value = device[field as keyof typeof fields]
    if (schema.safeParse(value).success) return []
    if (field === 'username' && value === '') return [problemOf('user-missing')]
    return [problemOf(problem, String(value))]
  })
}

function nameProblems(
  row: ImportPreviewRow,
  byName: ReadonlyMap<string, ImportPreviewRow>,
  existing: ReadonlySet<string>,
): Problems {
  const first = byName.get(row.device.name)
  if (existing.has(row.device.name)) return [problemOf('name-taken', row.device.name)]
  if (first === undefined || first === row) return []
  return [{ ...problemOf('name-repeated', row.device.name), line: first.line }]
}

function jumpProblems(
  { device }: ImportPreviewRow,
  byName: ReadonlyMap<string, ImportPreviewRow>,
  existing: ReadonlySet<string>,
): Problems {
  let next = device.jump
  for (let jumps = 0; next !== null; jumps += 1) {
    if (next === device.name || jumps >= maxJumps) return [problemOf('jump-loop', device.jump ?? '')]
    const jump = byName.get(next)
    if (jump === undefined) return existing.has(next) ? [] : [problemOf('jump-not-found', next)]
    next = jump.device.jump
  }
  return []
}
