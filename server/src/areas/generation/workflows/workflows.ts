import { createHash } from 'node:crypto'
import { fail } from '@vermilion/contract/kernel/errors'
import { parseWorkflowContent, type WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { checkSlots, replaceValues } from '@vermilion/contract/generations/workflow-slots'
import type { ImportedWorkflow, workflowEndpoints } from '@vermilion/contract/generations/workflows'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { readJson, writeJson } from '#platform/database/columns'
import { unlessDuplicate } from '#platform/database/unless-duplicate'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { capabilitiesOf } from './capabilities.ts'
import { canonicalJson } from './fill-workflow.ts'
import { findSlots } from './find-slots.ts'
import { createWorkflowStore, type WorkflowRow } from './store.ts'
import { workflowTemplates } from './templates.ts'

type Draft = Received<typeof workflowEndpoints.importWorkflow>['body']
type Correction = Received<typeof workflowEndpoints.updateWorkflow>['body']

export type StoredWorkflow = Pick<ImportedWorkflow, 'content' | 'slots'>

const versionOf = ({ content, slots }: StoredWorkflow): string =>
  createHash('sha256').update(canonicalJson({ content, slots })).digest('hex')

export type ImportedWorkflows = ReturnType<typeof createImportedWorkflows>

export function createImportedWorkflows({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const store = createWorkflowStore(database)

  function toWorkflow({ createdAt: _, content, slots, ...row }: WorkflowRow): ImportedWorkflow {
    const workflow = { content: readJson(content), slots: readJson(slots) }
    return { ...row, ...workflow, version: versionOf(workflow), capabilities: capabilitiesOf(workflow.slots) }
  }

  const unlessTaken = <Result>(name: string, work: () => Promise<Result>) =>
    unlessDuplicate(database, fail('workflow.name-taken', { name }), work)

  async function get(id: string): Promise<ImportedWorkflow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('generation.workflow-missing')
    return toWorkflow(row)
  }

  return {
    get,
    async list(): Promise<Pick<ImportedWorkflow, 'id' | 'name' | 'capabilities'>[]> {
      const rows = await store.all()
      return rows.map(({ id, name, slots }) => ({ id, name, capabilities: capabilitiesOf(readJson(slots)) }))
    },
    import(draft: Draft, createdBy: string): Promise<ImportedWorkflow> {
      const { name } = draft
      const input: unknown = 'template' in draft ? workflowTemplates[draft.template] : draft.content
      const content: WorkflowContent = parseWorkflowContent(input)
      const now = clock.time()
      const row: WorkflowRow = {
        id: newId(),
        name,
        content: writeJson(content),
        slots: writeJson(findSlots(content)),
        createdBy,
        createdAt: now,
        updatedAt: now,
      }
      return unlessTaken(name, async () => {
        await store.add(row)
        return toWorkflow(row)
      })
    },
    async update(id: string, { name, slots, values = [] }: Correction): Promise<ImportedWorkflow> {
      const current = await get(id)
      const content = replaceValues(current.content, values)
      if (slots !== undefined) checkSlots(content, slots)
      const set = {
        ...(name === undefined ? {} : { name }),
        ...(values.length === 0 ? {} : { content: writeJson(content) }),
        ...(slots === undefined ? {} : { slots: writeJson(slots) }),
        updatedAt: clock.time(),
      }
      const row = await unlessTaken(name ?? current.name, () => store.update(id, set))
      if (row === undefined) throw fail('generation.workflow-missing')
      return toWorkflow(row)
    },
    /** Stores the present version; returns its id. Call inside a transaction. */
    async keep(id: string): Promise<string> {
      const { content, slots, version } = await get(id)
      await store.addVersion({ hash: version, content: writeJson(content), slots: writeJson(slots) })
      return version
    },
    async stored(version: string): Promise<StoredWorkflow | undefined> {
      const row = await store.version(version)
      return row && { content: readJson(row.content), slots: readJson(row.slots) }
    },
    async remove(id: string): Promise<void> {
      if (!(await store.remove(id))) throw fail('generation.workflow-missing')
    },
  }
}
