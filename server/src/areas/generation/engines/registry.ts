import { engineKinds, type EngineKind, type Workflow } from '@vermilion/contract/generations/engines'
import type { GenerationEngine } from './engine.ts'

interface Match {
  readonly workflow: Workflow
  readonly engine: GenerationEngine
}

export type Engines = ReturnType<typeof createEngines>

export function createEngines(engines: Readonly<Record<EngineKind, GenerationEngine>>) {
  async function workflows(): Promise<Workflow[]> {
    return (await Promise.all(engineKinds.map((kind) => engines[kind].workflows()))).flat()
  }
  async function find(workflowId: string): Promise<Match | undefined> {
    const workflow = (await workflows()).find(({ id }) => id === workflowId)
    return workflow && { workflow, engine: engines[workflow.engine] }
  }
  return {
    workflows,
    find,
    /** Opens a generation's workflow at its starting version: it may have changed or be deleted. */
    async open(workflow: Pick<Workflow, 'id' | 'name'>, version: string | null): Promise<Match | undefined> {
      if (version === null) return find(workflow.id)
      for (const kind of engineKinds) {
        const engine = engines[kind]
        const capabilities = await engine.openVersion(version)
        if (capabilities !== undefined) return { workflow: { ...workflow, engine: kind, capabilities }, engine }
      }
      return undefined
    },
    async close(): Promise<void> {
      await Promise.all(engineKinds.map((kind) => engines[kind].close()))
    },
  }
}
