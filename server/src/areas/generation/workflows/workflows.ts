import { fail } from '@vermilion/contract/kernel/errors'
import { parseWorkflowContent, type WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { checkSlots, type WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'
import type { ImportedWorkflow, WorkflowTemplateName } from '@vermilion/contract/generations/workflows'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { capabilitiesOf } from './capabilities.ts'
import { findSlots } from './find-slots.ts'
import { createWorkflowStore, type WorkflowRow } from './store.ts'
import { workflowTemplates } from './templates/templates.ts'

type Draft = { readonly name: string } & (
  | { readonly content: Record<string, unknown> }
  | { readonly template: WorkflowTemplateName }
)

export type ImportedWorkflows = ReturnType<typeof createImportedWorkflows>

/** Workflows of ComfyUI that people import for everybody. */
export function createImportedWorkflows({ database, clock }: { database: Database; clock: Clock }) {
  const store = createWorkflowStore(database)

  function toWorkflow({ createdAt: _, content, slots, ...row }: WorkflowRow): ImportedWorkflow {
    const read = readJson(slots)
    return { ...row, content: readJson(content), slots: read, capabilities: capabilitiesOf(read) }
  }

  async function unlessTaken<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw database.isDuplicate(error) ? fail('workflow.name-taken', { name }) : error
    }
  }

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
    async update(
      id: string,
      { name, slots }: { name?: string | undefined; slots?: WorkflowSlots | undefined },
    ): Promise<ImportedWorkflow> {
      const current = await get(id)
      if (slots !== undefined) checkSlots(current.content, slots)
      const set = {
        ...(name === undefined ? {} : { name }),
        ...(slots === undefined ? {} : { slots: writeJson(slots) }),
        updatedAt: clock.time(),
      }
      const row = await unlessTaken(name ?? current.name, () => store.update(id, set))
      if (row === undefined) throw fail('generation.workflow-missing')
      return toWorkflow(row)
    },
    async remove(id: string): Promise<void> {
      if (!(await store.remove(id))) throw fail('generation.workflow-missing')
    },
  }
}
