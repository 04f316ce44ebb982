import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditSubjectIds, auditSubjectKinds } from '@vermilion/contract/accounts/audit-subjects'
import { expect, onTestFinished, test } from 'vitest'
import { writeJson } from '#platform/database/columns'
import { placeMigratedDatabase } from '../../../testing/migrated-database.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { createAuditSubjects } from './subjects.ts'

test('R6.01 every kind of thing is looked for where the migrations put it; a conversation is told to nobody', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-subjects-'))
  onTestFinished(() => rm(data, { recursive: true }))
  await placeMigratedDatabase(data)
  const database = await openTestDatabase(data)
  onTestFinished(() => database.close())
  const subjects = createAuditSubjects(database)

  const ids = auditSubjectKinds.map((kind) => [auditSubjectIds[kind][0], `id of ${kind}`])
  const objects = writeJson<Record<string, string>>({ ...Object.fromEntries(ids), conversationId: 'talk' })
  const [about = []] = await subjects.of([{ objects }])
  expect(about.toReversed()).toEqual(
    auditSubjectKinds.map((kind) => ({ kind, id: `id of ${kind}`, name: null, within: null, isThere: false })),
  )
  expect(await subjects.idsNamed('id of')).toEqual([])
})
